import { styleText } from 'node:util'
import stringWidth from 'string-width'
import { marksOf, visible } from '../core/describe.ts'
import type { Lead } from '../core/lead.ts'
import { choices } from '../core/leads.ts'
import { nameOfKind, stateWords } from '../core/mail-words.ts'
import { noTexts, sourceWords } from '../core/words.ts'

// Characters at most. Times are in the operator's time zone.
const columns = { When: 16, Name: 32, Email: 60, Phone: 32, Source: 24, Emails: 72 }
const header = Object.keys(columns)
const widest = Object.values(columns)

function toCells(lead: Lead): string[] {
  return [
    new Date(lead.created_at).toLocaleString('sv').slice(0, 16),
    lead.name,
    lead.email,
    lead.phone_e164 ?? `${lead.phone} (form: ${lead.country_code})`,
    sourceWords(lead.source),
    [...mailsOf(lead), ...marksOf(lead), ...refusalsOf(lead)].join(', '),
  ].map((text, column) => shorten(visible(text), widest[column] ?? 0))
}

/** Names a state that all have once. */
function mailsOf({ mails }: Lead): string[] {
  if (mails.length === 0) return ['none']
  const [state = '', ...others] = new Set(mails.map(stateWords))
  if (others.length === 0) return [state]
  return mails
    .filter(({ status }) => status !== 'sent')
    .map((mail) => `${nameOfKind(mail)}: ${stateWords(mail)}`)
}

/** The marks have a withdrawn consent. */
const refusalsOf = (lead: Lead) =>
  [
    lead.refuses_mails && choices.mailbox.values['no-more-emails'],
    lead.consent === 'stopped' && choices.consent.values.stopped,
    noTexts(lead),
  ].filter((refusal) => typeof refusal === 'string')

/** Never cuts a grapheme in two. */
function shorten(text: string, width: number): string {
  if (stringWidth(text) <= width) return text
  let cut = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (stringWidth(cut + segment) >= width) break
    cut += segment
  }
  return `${cut}…`
}

/** A later page may make a column wider, but never narrower. */
export async function* writeTable(pages: AsyncIterable<Lead[]>): AsyncGenerator<string> {
  const widths = header.map((name) => stringWidth(name))
  const pad = (cells: string[]) =>
    cells
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - stringWidth(cell)))
      .join('  ')
      .trimEnd()
  let isFirst = true
  for await (const leads of pages) {
    const rows = leads.map(toCells)
    for (const row of rows)
      for (const [column, cell] of row.entries())
        widths[column] = Math.max(widths[column] ?? 0, stringWidth(cell))
    const heading = isFirst ? [styleText('bold', pad(header))] : []
    yield `${[...heading, ...rows.map(pad)].join('\n')}\n`
    isFirst = false
  }
}
