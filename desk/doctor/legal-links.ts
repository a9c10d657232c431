import { leftOut } from '../../lib/env-schema.ts'
import { ask } from './ask.ts'
import { type Fault, judge, type Result, unseen } from './result.ts'
import type { Target } from './target.ts'

const file = 'supabase/functions/_shared/sender.ts'

/**
 * The reviewers of a carrier look for these words. If a page does not contain the words, Twilio shows an error code:
 * 30558, 30560 or 30562 for the terms, and 30477 for the privacy page.
 */
const wanted: Record<string, [what: string, words: RegExp][]> = {
  Terms: [
    ['what the text messages are about', /\btext(?:s| messag)|\bSMS\b/i],
    ['how often they come', /frequen|\b(?:messages|msgs|texts) (?:a|per|each|every) /i],
    ['that message and data rates may apply', /\brates\b/i],
    ['HELP', /\bHELP\b/],
    ['STOP', /\bSTOP\b/],
    ['a contact', /\S@\S|\d[\d ().-]{6,}\d/],
  ],
  Privacy: [
    [
      'that mobile data is not shared',
      /\b(?:not?|never)\b[^.]*\b(?:shar(?:ed?|ing)|sold|sell)\b|\bexclude[^.]*\bopt-in data\b/i,
    ],
  ],
}

/**
 * Checks that the page links to the terms and the privacy page, that both can be fetched, and that they contain what
 * a reviewer looks for.
 */
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
    // If the page runs on the operator's own machine, there are no visitors to inform.
    return isLocal ? unseen(check, sentence, todo) : judge(check, '', `${sentence} → ${todo}`)
  }
  const { status, text: html } = await ask(new URL(href, pageUrl).href, { redirect: 'follow' })
  if (status !== 200)
    return judge(
      check,
      '',
      `${text} is linked, but its page does not open (${status}). → Correct the href in ${file}`,
    )
  const words = html.replace(/<(script|style)\b.*?<\/\1>|<[^>]*>|&nbsp;|\s+/gis, ' ')
  if (words.length < 200)
    return unseen(
      check,
      `${text} answers, but its text comes by scripts or as a file, so the doctor cannot read it.`,
    )
  const missing = (wanted[text] ?? []).filter(([, pattern]) => !pattern.test(words))
  return judge(
    check,
    `${text} is linked and says what a carrier's reviewer looks for.`,
    ...missing.map(
      ([what]): Fault =>
        `${text} does not say: ${what}. → Add it to the page at ${href}; see docs/operate.md`,
    ),
  )
}
