import { createHash } from 'node:crypto'
import { securityHeaders } from '../../build/headers.ts'
import type { Variables } from '../../desk/doctor/target.ts'
import type { Zone } from './open-name-server.ts'

export const [project, other] = ['abcdefghijklmnopqrst', 'zyxwvutsrqponmlkjihg']
const addressOf = (id: string) => `https://${id}.supabase.co`
export const videoUrl = 'https://cdn.example/training.mp4'

/** The environment variables of the operator. The variables of the site and of the function are derived from them. */
export const soundVariables: Variables = {
  SUPABASE_URL: addressOf(project),
  SUPABASE_SECRET_KEY: 'sb_secret_test',
  SITE_SECRET: 'a secret of the site that has enough characters',
  SUPABASE_DB_URL: `postgres://postgres.${project}:secret@db.pooler.example:5432/postgres`,
  SITE_URL: 'https://training.example',
  VIDEO_URL: videoUrl,
  SENDER: 'none',
  PRIVACY_LINK: 'none',
}
export const soundFunction = (smtpPort: number): Variables => ({
  SMTP_URL: `smtp://user:right@127.0.0.1:${smtpPort}`,
  MAIL_FROM: 'Brand <training@brand.example>',
  OWNER_EMAIL: 'owner@brand.example',
  SITE_URL: 'https://training.example',
  DENO_DEPLOYMENT_ID: 'hosted',
})
export const soundZone: Zone = {
  '': [],
  'brand.example': ['v=spf1 include:mail.example -all'],
  'mail.example': ['v=spf1 ip4:192.0.2.0/24 -all'],
  '_dmarc.brand.example': ['v=DMARC1; p=quarantine'],
  'resend._domainkey.brand.example': ['p=MIGfMA0GCSqGSIb3DQEB'],
}

const [style, script] = ['p{color:red}', 'document.title="page"']
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Returns a page that has an inline style, an inline script and the headers of a production build. */
export function soundPage({ SITE_URL = '', VIDEO_URL = '' }: Variables): Response {
  const rules = securityHeaders([hash(script)], VIDEO_URL, false)
  const headers = new Headers({
    'Cache-Control': 'public, max-age=0, must-revalidate',
    'X-Vercel-Cache': 'HIT',
    Age: '90000',
  })
  for (const { source, has, headers: list } of rules)
    if (source.startsWith('/:path') && !has) for (const { key, value } of list) headers.set(key, value)
  const html = `<!doctype html><!--$--><link rel="canonical" href="${SITE_URL}"/><style>${style}</style><script>${script}</script><script src="/_next/static/a.js"></script>`
  return new Response(html, { headers })
}

/** The terms and the privacy page. Both pages contain no more text than they need to pass a review. */
export const legalPages = {
  '/terms':
    '<h1>Brand Scaling text messages</h1><p>We send recurring automated marketing text messages about the training and related offers. Message frequency varies, up to four a month. Message and data rates may apply. Reply HELP for help or STOP to cancel at any time; carriers are not liable for late messages. Write to hello@brand.example.</p>',
  '/privacy':
    '<h1>Privacy</h1><p>We keep your name, address and number to send you the training and, with your consent, text messages about it and related offers. No mobile information will be shared with third parties or affiliates for marketing or promotional purposes. You may ask us for a copy of what we keep, or to erase it.</p>',
}

export const allowed = { 'access-control-allow-origin': '*' }
export const cues = 'WEBVTT\n\n00:01.000 --> 00:04.000\nHello.\n'
