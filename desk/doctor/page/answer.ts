import { fault, ok, type Result, unseen } from '../result.ts'
import type { Seen } from '../seen.ts'
import { shown } from '../target.ts'

const check = 'page'

/** Whether the page is where SITE_URL says. */
export function checkPage({ page, target: { isLocal } }: Seen): Result[] {
  if (page.kind === 'none') return [unseen(check, 'There is no valid SITE_URL to fetch.')]
  const url = shown(page.url)
  if (page.kind === 'silent') {
    const todo = isLocal
      ? 'Start it: npm start'
      : 'Compare SITE_URL with the domains of the site; look at its DNS and certificate'
    return [fault(check, `${url} does not answer (${page.code}).`, todo)]
  }
  const { status, headers } = page
  if (status === 200) return [ok(check, `${url} answers.`)]
  if (status >= 300 && status < 400) {
    const place = URL.parse(headers.get('location') ?? '', page.url)?.href
    const sentence = `${url} leads on to ${shown(place) ?? 'nowhere'}.`
    return [
      fault(
        check,
        sentence,
        'Set SITE_URL to the address that visitors end at, on both sides, and build again',
      ),
    ]
  }
  if (status === 401) {
    return [
      fault(
        check,
        `${url} asks visitors to log in.`,
        'Turn off deployment protection for production (Vercel: settings)',
      ),
    ]
  }
  return [fault(check, `${url} answers with status ${status}.`, 'Look at the log of the site')]
}
