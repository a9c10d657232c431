import { createHash } from 'node:crypto'
import { securityHeaders } from '../../build/headers.ts'
import { contentSecurityPolicy } from '../../lib/server/policy.ts'
import { counted } from '../core/figures.ts'
import type { Answer } from './ask.ts'
import { checkLegalLinks } from './legal-links.ts'
import { type Fault, judge, type Result, unseen } from './result.ts'
import { isDevelopment, type SiteAnswer } from './site.ts'
import { type Target, withoutQuery } from './target.ts'

const keepHeaders =
  'Build and deploy again with npm run build; let no proxy or CDN change the HTML or this header'

/** The policy, headers, address and links, as far as they can change after the build. */
export async function checkPage(target: Target, site: SiteAnswer): Promise<Result[]> {
  const legal = target.sender.links.map(({ text }) => text.toLowerCase())
  if (site?.page.status !== 200)
    return unseen(
      ['policy', 'headers', 'canonical address', 'search engines', ...legal],
      'The page did not load.',
    )
  const { page } = site
  return [
    ...(isDevelopment(target, site.build)
      ? unseen('policy', 'In development the page has no policy.')
      : checkPolicy(target, page)),
    ...checkHeaders(page),
    ...checkAddress(target, page),
    ...(await checkLegalLinks(target, page.url)),
  ]
}

function checkPolicy({ variables }: Target, { headers, text: html }: Answer): Result[] {
  const served = headers.get('content-security-policy') ?? ''
  const inline = html.matchAll(/<script(?![^>]*(?:\ssrc=|ld\+json))[^>]*>(.+?)<\/script>/gs)
  const hashes = [...inline].map(([, text = '']) => createHash('sha256').update(text).digest('base64'))
  const blocked = hashes.filter((hash) => !served.includes(`'sha256-${hash}'`))
  // If the site serves the poster, the page's Content-Security-Policy allows no other host.
  const wanted = [variables.VIDEO_URL ?? '', ''].map((url) => contentSecurityPolicy([], url))
  const isOther = !wanted.includes(served.replace(/ 'sha256-[^']+'/g, ''))
  return judge(
    'policy',
    'The policy allows what is inline in the page, and nothing else.',
    blocked.length > 0 &&
      `The policy blocks ${counted(blocked.length, 'inline script')} of the page. → ${keepHeaders}`,
    /data-cfemail|\/cdn-cgi\/l\/email-protection/.test(html) &&
      'Cloudflare hides the email addresses of the page, also from people without scripts. → Turn off Email Address Obfuscation (Cloudflare: Scrape Shield)',
    // React's comments have no words. A cache may add one of its own.
    html !== '' &&
      !/<!--[/$ ]{0,2}-->/.test(html) &&
      'A proxy or CDN shortens the HTML: its comments are gone, by which the page is put together. → Turn off the minification of HTML there',
    // Rules for prefetching and import maps are no scripts.
    /<script\b[^<>]*\stype=(["']?)(?!["']|(?:module|text\/javascript|speculationrules|importmap)["'\s>]|application\/)/i.test(
      html,
    ) &&
      'A proxy or CDN starts the scripts of the page late, so the first press is lost. → Turn that off there (Cloudflare: Speed, Rocket Loader)',
    isOther &&
      `The page comes ${served ? 'with another' : 'without a'} Content-Security-Policy. → ${keepHeaders}`,
  )
}

function checkHeaders({ headers }: Answer): Result[] {
  const everywhere = securityHeaders([], '', false)[0]?.headers ?? []
  const missing = everywhere.filter(({ key, value }) => headers.get(key) !== value)
  return judge(
    'headers',
    'Strict-Transport-Security, nosniff and the other headers are there.',
    ...missing.map(
      ({ key, value }): Fault =>
        `The page comes without the header ${key}: ${value}. → Let no proxy or CDN remove or change it`,
    ),
  )
}

function checkAddress({ siteUrl = '' }: Target, { headers, text: html }: Answer): Result[] {
  const href = /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1] ?? ''
  const [built, set] = [href, siteUrl].map((url) => URL.parse(url)?.href)
  const isHidden =
    /noindex/.test(headers.get('x-robots-tag') ?? '') ||
    /<meta name="robots" content="[^"]*noindex/.test(html)
  return [
    ...judge(
      'canonical address',
      'The page calls itself by SITE_URL.',
      (!built || built !== set) &&
        `The page calls itself ${withoutQuery(built) ?? 'nothing'}, but SITE_URL is ${withoutQuery(set) ?? 'not set'}. → Set SITE_URL where the site is built as in operator.env, and build it again`,
    ),
    ...judge(
      'search engines',
      'Search engines may list the page.',
      isHidden &&
        'The page keeps search engines out (noindex). → Build the site as production, not as a preview',
    ),
  ]
}
