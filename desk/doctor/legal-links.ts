import { leftOut } from '../../lib/env-schema.ts'
import { ask } from './ask.ts'
import { readPrivacy, readTerms, type Statement } from './legal-words.ts'
import { readPage } from './read-page.ts'
import { type Fault, judge, type Result, unseen } from './result.ts'
import type { Target } from './target.ts'

const file = 'site/sender.ts'

/**
 * A carrier's reviewers look for these words. Twilio's codes without them: 30558, 30560 or 30562 for the
 * terms, 30477 for the privacy page.
 */
const readers: Record<string, (text: string) => Statement[]> = { Terms: readTerms, Privacy: readPrivacy }

export async function checkLegalLinks(target: Target, pageUrl: string): Promise<Result[]> {
  const results = await Promise.all(target.sender.links.map((link) => checkLink(target, pageUrl, link)))
  return results.flat()
}

async function checkLink(
  { variables, isLocal }: Target,
  pageUrl: string,
  { text, href }: Target['sender']['links'][number],
): Promise<Result[]> {
  const check = text.toLowerCase()
  const variable = `${text.toUpperCase()}_LINK`
  if (!href) {
    if (variables[variable] === leftOut) return judge(check, `${text} has no link, as ${variable} says.`)
    const [sentence, todo] = [
      `${text} has no address yet, and the page asks for consent.`,
      `Give ${text} an href in ${file}`,
    ]
    // On the operator's own machine there are no visitors to inform.
    return isLocal ? unseen(check, sentence, todo) : judge(check, '', `${sentence} → ${todo}`)
  }
  const { status, headers, text: html } = await ask(new URL(href, pageUrl).href, { redirect: 'follow' })
  if (status !== 200)
    return judge(
      check,
      '',
      `${text} is linked, but its page does not open (${status}). → Correct the href in ${file}`,
    )
  const isHtml = /html|^$/.test(headers.get('content-type') ?? '') || /<\w/.test(html.slice(0, 200))
  const words = isHtml ? readPage(html) : ''
  if (words.length < 200)
    return unseen(
      check,
      `${text} answers, but its text comes by scripts or as a file, so the doctor cannot read it.`,
    )
  const [, language = 'en'] = /<html\b[^>]{0,500}?\blang=["']?([a-z]+)/i.exec(html.slice(0, 2_000)) ?? []
  if (language.toLowerCase() !== 'en')
    return unseen(check, `${text} is linked. It is not in English, so the doctor cannot read it.`)
  const said = readers[text]?.(words) ?? []
  const missing = said.filter((one) => one.said === 'no')
  const [unsure] = said.filter((one) => one.said === 'unsure')
  if (unsure && missing.length === 0)
    return unseen(
      check,
      `${text} is linked. Whether it says ${unsure.what}, the doctor cannot tell.`,
      `Read the page at ${href}, and say it there in one plain sentence; see docs/operate.md`,
    )
  return judge(
    check,
    `${text} is linked and says what a carrier's reviewer looks for.`,
    ...missing.map(
      ({ what }): Fault =>
        `${text} does not say: ${what}. → Add it to the page at ${href}; see docs/operate.md`,
    ),
  )
}
