import { fault, ok, type Result, unseen } from '../result.ts'
import type { Seen } from '../seen.ts'
import { shown } from '../target.ts'
import { readable } from './fetch-page.ts'

const canonical = 'canonical address'
const search = 'search engines'

/** Whether search engines may list the page, and under SITE_URL. */
export function checkAddress({ page, target }: Seen): Result[] {
  const seen = readable(page)
  if (!seen) return [canonical, search].map((check) => unseen(check, 'The page did not come.'))
  const href = /<link rel="canonical" href="([^"]*)"/.exec(seen.html)?.[1]
  const built = URL.parse(href ?? '')?.href
  const set = URL.parse(target.siteUrl ?? '')?.href
  const isHidden =
    /noindex/.test(seen.headers.get('x-robots-tag') ?? '') ||
    /<meta name="robots" content="[^"]*noindex/.test(seen.html)
  return [
    built && built === set
      ? ok(canonical, 'The page calls itself by SITE_URL.')
      : fault(
          canonical,
          `The page calls itself ${shown(built) ?? 'nothing'}, but SITE_URL is ${shown(set) ?? 'not set'}.`,
          'Set SITE_URL where the site is built, and build it again',
        ),
    isHidden
      ? fault(
          search,
          'The page keeps search engines out (noindex).',
          'Build it as production, not as a preview',
        )
      : ok(search, 'Search engines may list the page.'),
  ]
}
