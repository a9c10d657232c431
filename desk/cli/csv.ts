import { stringify } from 'csv-stringify/sync'
import { campaignKeys } from '../../supabase/functions/_shared/lead-request.ts'
import type { Lead } from '../lead.ts'
import { stateWords } from '../mail-words.ts'
import { guardFormula } from './guard-formula.ts'

type Cell = string | number | boolean | null | undefined

const mailKinds = ['visitor', 'owner', 'webhook']

const campaignColumns = campaignKeys.map((key) => [key, ({ campaign }: Lead) => campaign?.[key]] as const)
const mailColumns = mailKinds.map(
  (kind) =>
    [
      kind === 'webhook' ? kind : `${kind}_mail`,
      ({ mails }: Lead) => mails.filter((mail) => mail.kind === kind).map(stateWords)[0],
    ] as const,
)

/** The cells of a lead by column. Times are in UTC and without fractions, so that a spreadsheet knows them as times. */
const cells: Record<string, (lead: Lead) => Cell> = {
  created_at_utc: (lead) => toTime(lead.created_at),
  name: (lead) => lead.name,
  email: (lead) => lead.email,
  phone: (lead) => lead.phone,
  phone_e164: (lead) => lead.phone_e164,
  country_code: (lead) => lead.country_code,
  variant: (lead) => lead.variant,
  ...Object.fromEntries(campaignColumns),
  submissions: (lead) => lead.submissions,
  changes: (lead) => lead.changes,
  latest_at_utc: (lead) => toTime(lead.latest_at),
  confirmed_at_utc: (lead) => toTime(lead.confirmed_at),
  suspected_bot: (lead) => lead.suspected_bot,
  preview: (lead) => lead.preview,
  ...Object.fromEntries(mailColumns),
  id: (lead) => lead.id,
}

const columns = Object.keys(cells)

const toRow = (lead: Lead) => Object.values(cells).map((cell) => cell(lead))

const toTime = (time: string | null) => time?.slice(0, 19).replace('T', ' ')

/** What LibreOffice makes of it anyway, so that every reader has the same. What visitors type has no such break. */
const withLines = (text: string) => text.replaceAll(/\r\n?/g, '\n')

/**
 * Writes pages of leads as CSV (RFC 4180, UTF-8 with the mark by which spreadsheets know it), with a header line,
 * also where there is no lead. Texts are guarded against being read as formulas; a break of a line in them is written as LF.
 */
export async function* writeCsv(pages: AsyncIterable<Lead[]>): AsyncGenerator<string> {
  let isFirst = true
  for await (const leads of pages) {
    yield stringify(leads.map(toRow), {
      columns,
      header: isFirst,
      bom: isFirst,
      record_delimiter: 'windows',
      quoted_string: true,
      cast: {
        string: (text, { header }) => (header ? text : guardFormula(withLines(text))),
        boolean: String,
      },
    })
    isFirst = false
  }
}
