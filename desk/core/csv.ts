import { stringify } from 'csv-stringify/sync'
import { type CountryCode, countries, extraFields } from '../../supabase/functions/_shared/lead.ts'
import { campaignKeys } from '../../supabase/functions/_shared/lead-request.ts'
import type { Lead } from './lead.ts'
import { stateWords } from './mail-words.ts'

type Cell = string | number | boolean | null | undefined

const within = (part: 'campaign' | 'extra', names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, (lead: Lead) => lead[part]?.[name]]))

const mailState =
  (kind: string) =>
  ({ mails }: Lead) =>
    mails.filter((mail) => mail.kind === kind).map(stateWords)[0]

const own = (...names: (keyof Lead & string)[]) =>
  Object.fromEntries(names.map((name) => [name, (lead: Lead) => lead[name] as Cell]))

/**
 * Each column has a function that takes a lead and returns the value for this column. Times are in UTC and have no
 * fractions, so that a spreadsheet recognises them.
 */
const cells: Record<string, (lead: Lead) => Cell> = {
  created_at_utc: (lead) => toTime(lead.created_at),
  ...own('name', 'email', 'phone', 'phone_e164', 'country_code'),
  ...within('extra', Object.keys(extraFields)),
  ...own('source', 'referrer', 'variant'),
  ...within('campaign', campaignKeys),
  ...own('submissions', 'changes'),
  latest_at_utc: (lead) => toTime(lead.latest_at),
  confirmed_by_mail_at_utc: (lead) => toTime(lead.confirmed_at),
  consent: (lead) => lead.consent,
  consent_withdrawn_at_utc: (lead) => toTime(lead.withdrawn_at),
  watched_percent: (lead) => lead.watched_percent,
  ...own('suspected_bot', 'preview'),
  visitor_mail: mailState('visitor'),
  owner_mail: mailState('owner'),
  webhook: mailState('webhook'),
  ...own('id'),
}

/** The columns of the file for a text-message tool. */
const textCells: typeof cells = {
  ...own('phone_e164', 'name', 'email'),
  // The code of ISO 3166, as text-message tools read it: GB for the UK.
  country_code: ({ country_code }) => countries[country_code as CountryCode]?.region ?? country_code,
  ...own('consent'),
  consented_at_utc: (lead) => toTime(lead.consented_at),
}

const toTime = (time: string | null) => time?.slice(0, 19).replace('T', ' ')

// A spreadsheet may run a formula even if spaces, control characters, invisible characters or an apostrophe stand
// before its first sign.
const formula = String.raw`['\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]`
// On systems whose list separator is a semicolon, a spreadsheet begins a new cell after every semicolon, even within
// quotes.
const cellStart = String.raw`(?<=^|[\t\n;])`
// A spreadsheet would change these numbers. Spreadsheets drop leading zeros, round numbers of 12 or more digits, and
// read an `e` as a power of ten.
const alteredNumber = String.raw`'*(?:0\d+|\d{12,}|\d+[eE]\d+)$`

const guarded = new RegExp(`${cellStart}(?=${formula})|^(?='*\\p{Cc}|${alteredNumber})`, 'gu')

/**
 * Puts an apostrophe wherever a spreadsheet would run a formula or alter a number. Ends lines with LF, because
 * LibreOffice accepts nothing else. Source: https://owasp.org/www-community/attacks/CSV_Injection
 */
const guardFormula = (text: string) => text.replaceAll(/\r\n?/g, '\n').replace(guarded, "'")

/**
 * Writes pages of leads as CSV (RFC 4180), in UTF-8 with a byte order mark. Always writes the header line. Disables
 * formulas.
 */
export const writeCsv = (pages: AsyncIterable<Lead[]>) => write(pages, cells)

/** Writes pages of leads as CSV for a text-message tool. The phone numbers are in E.164. */
export const writeTextCsv = (pages: AsyncIterable<Lead[]>) =>
  write(pages, textCells, (text) => (/^\+\d+$/.test(text) ? text : guardFormula(text)))

async function* write(
  pages: AsyncIterable<Lead[]>,
  chosen: typeof cells,
  guard = guardFormula,
): AsyncGenerator<string> {
  let isFirst = true
  for await (const leads of pages) {
    const rows = leads.map((lead) => Object.values(chosen).map((cell) => cell(lead)))
    yield stringify(rows, {
      columns: Object.keys(chosen),
      header: isFirst,
      bom: isFirst,
      record_delimiter: 'windows',
      quoted_string: true,
      cast: {
        string: (text, { header }) => (header ? text : guard(text)),
        boolean: String,
      },
    })
    isFirst = false
  }
}
