import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { errorPage } from '../lib/server/error-page.ts'
import { prerenderedPages } from './prerendered-pages.ts'

const scripts = /<script(?![^>]*(?:data-at-once|ld\+json))([^>]*)>(.*?)<\/script>/gs
const stylesheets = /<link rel="stylesheet"[^>]*>/g
const scriptPreloads = /<link rel="preload" as="script"[^>]*>/g

/**
 * Moves a page's scripts and late styles into a template, from which components/loader loads them. Removes
 * both from a page without a dialog.
 */
export function deferScripts(distDir: string): void {
  for (const page of prerenderedPages(distDir)) {
    const html = readFileSync(page, 'utf8')
    // The policy blocks the style attributes of Next.js's error page.
    if (html.includes('id="__next_error__"')) {
      writeFileSync(page, errorPage)
      continue
    }
    const plain = html.replaceAll(scripts, '').replaceAll(stylesheets, '').replaceAll(scriptPreloads, '')
    if (!plain.includes('<dialog')) {
      writeFileSync(page, plain)
      continue
    }
    if (!plain.includes('data-at-once')) throw new Error(`Found no loader in ${page}`)
    const deferred = plain.replace('</head>', () => `${template(html, page, distDir)}</head>`)
    if (deferred === plain) throw new Error(`Found no head in ${page}`)
    writeFileSync(page, deferred)
  }
}

function template(html: string, page: string, distDir: string): string {
  const found = [...html.matchAll(scripts)].map(([, attributes = '', text = '']) => ({ attributes, text }))
  // A browser that needs polyfills is too old for the loader.
  const files = found.flatMap(({ attributes }) =>
    /noModule/i.test(attributes) ? [] : (/ src="([^"]+)"/.exec(attributes)?.[1] ?? []),
  )
  const [chunk] = files
  if (!chunk) throw new Error(`Found no scripts to defer in ${page}`)

  const inline = found.map(({ text }) => text).filter(Boolean)
  const flight = writeChunk(distDir, blankInlineTexts(inline.join(';\n'), html))
  // In the chunks' folder, with their query for skew protection. React recognises its own tags by `async`.
  const tags = [chunk.replace(/[^/?]+\.js/, flight), ...files].map(
    (src) => `<script src="${src}" async=""></script>`,
  )
  const styles = html.match(stylesheets) ?? []
  return `<template data-deferred="">${styles.join('')}${tags.join('')}</template>`
}

/**
 * The flight data repeats the loader and the stylesheet, 14 KB that nothing reads. Replaces both with spaces,
 * which compress well, because the data says how many bytes a text has.
 */
function blankInlineTexts(flight: string, html: string): string {
  const tags = [/<script[^>]*data-at-once[^>]*>(.*?)<\/script>/gs, /<style[^>]*>(.*?)<\/style>/gs]
  const texts = tags.flatMap((tag) => [...html.matchAll(tag)].map(([, text = '']) => text))
  return texts.filter(Boolean).reduce((data, text) => {
    const written = JSON.stringify(text)
      .slice(1, -1)
      .replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)
    return data.replaceAll(written, ' '.repeat(Buffer.byteLength(text)))
  }, flight)
}

function writeChunk(distDir: string, text: string): string {
  const name = `${createHash('sha256').update(text).digest('hex').slice(0, 16)}.js`
  writeFileSync(`${distDir}/static/chunks/${name}`, text)
  return name
}
