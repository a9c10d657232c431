import { noPrivacyLink } from '../../../lib/env-schema.ts'
import { legalLinks } from '../../../lib/site/legal-links.ts'
import { failureCode } from '../../core/failure-code.ts'
import { fault, ok, type Result, unseen } from '../result.ts'
import type { Seen } from '../seen.ts'
import { readable } from './fetch-page.ts'

const file = 'lib/site/legal-links.ts'

/** Whether the operator's terms and privacy pages are linked and answer. */
export function checkLegalLinks(seen: Seen, links = legalLinks): Promise<Result[]> {
  return Promise.all(links.map((link) => checkLink(link, seen)))
}

async function checkLink(
  { text, href }: (typeof legalLinks)[number],
  { page, target }: Seen,
): Promise<Result> {
  const check = text.toLowerCase()
  if (!href) {
    if (/privacy/i.test(text) && target.variables.PRIVACY_LINK === noPrivacyLink)
      return ok(check, `${text} has no link, as PRIVACY_LINK says.`)
    const sentence = `${text} has no address yet, and the page asks for consent.`
    const todo = `Give ${text} an href in ${file}`
    // A page on one's own machine has no visitors to inform.
    return target.isLocal ? unseen(check, sentence, todo) : fault(check, sentence, todo)
  }
  const seen = readable(page)
  if (!seen) return unseen(check, 'The page did not come.')
  if (!seen.html.includes(`href="${href.replaceAll('&', '&amp;')}"`)) {
    return fault(check, `The page was built without the link to ${text}.`, 'Build and deploy the site again')
  }
  const answer = await open(new URL(href, seen.url))
  return answer === 200
    ? ok(check, `${text} is linked and answers.`)
    : fault(
        check,
        `${text} is linked, but its page does not open (${answer}).`,
        `Correct the href in ${file}`,
      )
}

const open = (url: URL) =>
  fetch(url, { signal: AbortSignal.timeout(15_000) }).then(({ status, body }) => {
    body?.cancel()
    return status
  }, failureCode)
