import { stringify } from 'csv-stringify/sync'
import { campaignKeys } from '../../supabase/functions/_shared/lead-request.ts'
import type { Lead } from '../lead.ts'
import { guardFormula } from './guard-formula.ts'

type Cell = string | number | boolean | null | undefined

const mailKinds = ['visitor', 'owner', 'webhook']

/** Returns a lead as a row by column. Times are in UTC and without fractions, so that a spreadsheet knows them as times. */
function toRow({ campaign, mails, ...lead }: Lead): Record<string, Cell> {
  const clicks = campaignKeys.map((key) => [key, campaign?.[key]])
  const outcomes = mailKinds.map((kind) => [
    kind === 'webhook' ? kind : `${kind}_mail`,
    mails.find((mail) => mail.kind === kind)?.status,
  ])
  return {
    created_at_utc: toTime(lead.created_at),
    name: lead.name,
    email: lead.email,
    phone: lead.phone,
    phone_e164: lead.phone_e164,
    country_code: lead.country_code,
    variant: lead.variant,
    ...Object.fromEntries(clicks),
    submissions: lead.submissions,
    changes: lead.changes,
    latest_at_utc: toTime(lead.latest_at),
    suspected_bot: lead.suspected_bot,
    preview: lead.preview,
    ...Object.fromEntries(outcomes),
    id: lead.id,
  }
}

const toTime = (time: string | null) => time?.slice(0, 19).replace('T', ' ')

/**
 * Writes pages of leads as CSV (RFC 4180, UTF-8 with the mark by which spreadsheets know it), with a header line. Texts are
 * guarded against being read as formulas.
 */
export async function* writeCsv(pages: AsyncIterable<Lead[]>): AsyncGenerator<string> {
  let isFirst = true
  for await (const leads of pages) {
    yield stringify(leads.map(toRow), {
      header: isFirst,
      bom: isFirst,
      record_delimiter: 'windows',
      quoted_string: true,
      cast: { string: (text, { header }) => (header ? text : guardFormula(text)), boolean: String },
    })
    isFirst = false
  }
}
