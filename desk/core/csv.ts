import { stringify } from 'csv-stringify/sync'
import { countries, extraFields } from '../../site/fields.ts'
import type { CountryCode } from '../../supabase/functions/_shared/lead.ts'
import { campaignKeys } from '../../supabase/functions/_shared/lead-request.ts'
import { isAltered } from './altered-text.ts'
import { consentWords } from './consent-words.ts'
import { whyLeftOut } from './conversions.ts'
import type { Lead } from './lead.ts'
import { messageNames, stateWords } from './mail-words.ts'
import { zone } from './period.ts'
import { bookingWords, sourceKind, sourceWords, variantWords } from './words.ts'

type Cell = string | number | boolean | Date | null | undefined

type Columns = Record<string, (lead: Lead) => Cell>

const within = (part: 'campaign' | 'extra', names: Record<string, string>): Columns =>
  Object.fromEntries(
    Object.entries(names).map(([name, label]) => [label, (lead: Lead) => lead[part]?.[name]]),
  )

const mailState =
  (kind: string) =>
  ({ mails }: Lead) =>
    mails.filter((mail) => mail.kind === kind).map(stateWords)[0]

const toTime = (time: string | null) => time && new Date(time)
const toYes = (is: boolean) => (is ? 'yes' : 'no')

/** Times are in the operator's time zone. */
const columns = (): Columns => ({
  [`Signed up (${zone()})`]: (lead) => toTime(lead.created_at),
  Name: (lead) => lead.name,
  Email: (lead) => lead.email,
  'Gets emails': (lead) => toYes(!lead.refuses_mails),
  'Phone as typed': (lead) => lead.phone,
  Phone: (lead) => lead.phone_e164,
  'May be texted': (lead) => toYes(whyLeftOut(lead, 'sms') === null),
  Country: (lead) => lead.country_code,
  ...within(
    'extra',
    Object.fromEntries(
      Object.entries<{ label: string }>(extraFields).map(([name, { label }]) => [name, label]),
    ),
  ),
  Source: (lead) => sourceWords(lead.source),
  'Kind of source': (lead) => sourceKind(lead.source),
  Referrer: (lead) => lead.referrer,
  Variant: (lead) => lead.variant && variantWords(lead.variant),
  ...within('campaign', Object.fromEntries(campaignKeys.map((name) => [name, name]))),
  'Sign-ups': (lead) => lead.submissions,
  'Sign-ups with other data': (lead) => lead.changes,
  [`Latest submission (${zone()})`]: (lead) => toTime(lead.latest_at),
  [`Number confirmed (${zone()})`]: (lead) => toTime(lead.confirmed_at),
  'Consent to texts': (lead) => consentWords[lead.consent],
  [`Consent withdrawn (${zone()})`]: (lead) => toTime(lead.withdrawn_at),
  Outcome: (lead) => lead.outcome,
  Value: (lead) => lead.outcome_value,
  Currency: (lead) => (lead.outcome_value === null ? '' : lead.currency),
  [`Outcome since (${zone()})`]: (lead) => toTime(lead.outcome_at),
  'Booked call': (lead) => lead.booking && bookingWords(lead.booking),
  [`Call starts (${zone()})`]: (lead) => toTime(lead.booking_starts_at),
  [`Booking link clicked (${zone()})`]: (lead) => toTime(lead.booking_pressed_at),
  'Watched (%)': (lead) => lead.watched_percent,
  'Suspected bot': (lead) => toYes(lead.suspected_bot),
  Preview: (lead) => toYes(lead.preview),
  [messageNames.visitor]: mailState('visitor'),
  [messageNames.owner]: mailState('owner'),
  [messageNames.webhook]: mailState('webhook'),
  Reference: (lead) => lead.id,
})

/** For a text-message tool. */
const textColumns = (): Columns => ({
  Phone: (lead) => lead.phone_e164,
  Name: (lead) => lead.name,
  Email: (lead) => lead.email,
  'Gets emails': (lead) => toYes(!lead.refuses_mails),
  // The ISO 3166 code, as text-message tools read it: GB for the UK.
  Country: ({ country_code }) => countries[country_code as CountryCode]?.region ?? country_code,
  'Consent to texts': (lead) => consentWords[lead.consent],
  [`Consented (${zone()})`]: (lead) => toTime(lead.consented_at),
})

// A spreadsheet may run a formula even after spaces, control characters, invisible characters or an
// apostrophe.
const formula = String.raw`['\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]`
// Where the list separator is a semicolon, a spreadsheet begins a new cell after each one, even within
// quotes.
const cellStart = String.raw`(?<=^|[\t\n;])`
const startsGuarded = new RegExp(`^(?:${formula}|'*\\p{Cc})`, 'u')
const guarded = new RegExp(`${cellStart}(?=${formula})|^(?='*\\p{Cc})`, 'gu')

/**
 * Puts an apostrophe wherever a spreadsheet would run a formula, and before a text that it would alter.
 * LibreOffice wants LF. Source: https://owasp.org/www-community/attacks/CSV_Injection
 */
function guardFormula(text: string) {
  const lines = text.replaceAll(/\r\n?/g, '\n').replace(guarded, "'")
  return isAltered(text) && !startsGuarded.test(text) ? `'${lines}` : lines
}

/** CSV (RFC 4180) in UTF-8 with a byte order mark and a header line. Disables formulas. */
export const writeCsv = (pages: AsyncIterable<Lead[]>) => write(pages, columns())

/**
 * Without a byte order mark. Phone numbers are in E.164 without an apostrophe, because a tool and not a
 * spreadsheet reads them.
 */
export const writeTextCsv = (pages: AsyncIterable<Lead[]>) => write(pages, textColumns(), 'Phone')

/** Such as 2026-11-21 09:05:01, which spreadsheets recognise as a time. */
const toLocal = (time: Date) => time.toLocaleString('sv')

async function* write(
  pages: AsyncIterable<Lead[]>,
  chosen: Columns,
  unguarded?: string,
): AsyncGenerator<string> {
  let isFirst = true
  const names = Object.keys(chosen)
  for await (const leads of pages) {
    const rows = leads.map((lead) => Object.values(chosen).map((cell) => cell(lead)))
    yield stringify(rows, {
      columns: names,
      header: isFirst,
      // A spreadsheet knows UTF-8 by the mark, and a texting tool takes it for part of the first name.
      bom: isFirst && unguarded === undefined,
      record_delimiter: 'windows',
      quoted_string: true,
      cast: {
        string: (text, { header, index }) =>
          header || names[index] === unguarded ? text : guardFormula(text),
        date: toLocal,
      },
    })
    isFirst = false
  }
}
