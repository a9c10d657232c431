import { readFileSync } from 'node:fs'
import { brand } from '../../../../site/brand.ts'
import { consentText } from '../../../../site/consent-texts.ts'
import {
  copyright,
  discoverCopy,
  formCopy,
  heroCopy,
  siteDescription,
  toastCopy,
  videoPrompt,
} from '../../../../site/copy.ts'
import { countryCodes } from '../../../../supabase/functions/_shared/lead.ts'

const { badge, headline, subline } = heroCopy
const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8').replace(/\n\s*/g, '\n')
const title = `${badge} | ${brand}`
const mark = `<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="9" fill="#ffb938"/><path d="M8.5 23v-5.5M14.5 23v-9.5M20.5 23V10m-5 4.5 5-5 5 5" fill="none" stroke="#0b0c10" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>`

const bullets = discoverCopy.bullets.map(
  ({ title, text }, index) =>
    `<li><b aria-hidden="true">${index + 1}</b><h3>${title}</h3><p>${text}</p></li>`,
)
const field = (label: string, input: string) => `<label>${label}<input ${input} required></label>`

/**
 * The baseline. It is one HTML file with the same content in the same order, but without a framework and without a
 * web font.
 * @param picture the HTML of the poster
 * @param hint the HTML of a resource hint for the poster's host
 */
export const baselinePage = (picture: string, hint = '') => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title><meta name="description" content="${siteDescription}"><meta name="theme-color" content="#0b0c10">
<link rel="icon" href="data:,">${hint}<style>${read('style.css')}</style></head>
<body><header><a class="logo" href="/">${mark}${brand}</a></header>
<main><section class="hero"><p class="badge">${badge}</p>
<h1>${headline.start} <em>${headline.accent}</em> ${headline.tail}</h1><p class="subline">${subline}</p>
<div class="video">${picture}
<button class="play" type="button" command="show-modal" commandfor="gate"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 3v18l15-9z"/></svg><span>${videoPrompt}</span></button></div></section>
<section class="discover"><h2>${discoverCopy.title}</h2><ul>${bullets.join('')}</ul>
<button class="submit" type="button" command="show-modal" commandfor="gate">${discoverCopy.watch}</button></section></main>
<footer><p>${copyright}</p></footer>
<dialog id="gate" aria-labelledby="title" closedby="any"><h2 id="title">${formCopy.title}</h2><p>${formCopy.intro}</p>
<form method="post" action="/lead">${field(formCopy.name, 'name="name" autocomplete="name"')}
${field(formCopy.email, 'name="email" type="email" autocomplete="email"')}
<label>${formCopy.country}<select name="countryCode">${countryCodes.map((code) => `<option>${code}`).join('')}</select></label>
${field(formCopy.phone, 'name="phone" type="tel" autocomplete="tel"')}
<label class="consent"><input type="checkbox" name="consent" required><span>${consentText}</span></label>
<p role="alert" hidden>${toastCopy.error.text}</p><button class="submit">${formCopy.submit.replaceAll('>', '&gt;')}</button></form>
<button class="close" type="button" command="close" commandfor="gate" aria-label="Close">&times;</button></dialog>
<script>${read('script.js')}</script></body></html>`
