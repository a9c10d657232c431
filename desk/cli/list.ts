import { type Platform, reasons, whyLeftOut, writeConversions } from '../core/conversions.ts'
import { writeCsv, writeTextCsv } from '../core/csv.ts'
import { DeskError } from '../core/desk-error.ts'
import { counted } from '../core/figures.ts'
import type { Lead } from '../core/lead.ts'
import { readLeads, searchNote } from '../core/leads.ts'
import type { Desk } from '../core/open-desk.ts'
import { keepClock } from '../core/period.ts'
import { writeJson } from './json.ts'
import { readEnd, readTime } from './read-time.ts'
import { writeTable } from './table.ts'
import type { Terminal } from './terminal.ts'
import { write } from './write.ts'

/**
 * The options of the command `leads`. Any other option is a filter and has the same name as an argument of
 * desk.list_leads.
 */
export type ListOptions = {
  [filter: string]: unknown
  conversion: string
  campaign?: string
  referrer?: string
  since?: string
  until?: string
  state?: string
  out?: string
  for?: Platform | 'sms'
  csv?: true
  json?: true
  all?: true
  force?: true
}

const newest = 50

/** Writes leads to standard output or into a file. Throws a DeskError, or whatever `write` throws. */
export async function listLeads(desk: Desk, options: ListOptions, terminal: Terminal) {
  const {
    csv,
    json,
    all,
    out,
    force,
    state,
    campaign,
    referrer,
    since,
    until,
    for: use,
    conversion,
    ...filter
  } = options
  if (use && !csv) throw new DeskError('22023', '--for writes a CSV file: add --csv.')
  await keepClock(desk)
  const chosen = {
    ...filter,
    ...(since && { since: readTime(since) }),
    ...(until && { until: readEnd(until) }),
    source: campaign ?? referrer ?? null,
    mail_state: state ?? null,
  }
  const leftOut = new Map<string, number>()
  // A million phone numbers take 50 MB less memory if they are stored as numbers and not as texts.
  const numbers = new Set<number>()
  const isListed = ({ phone_e164: number }: Lead) => numbers.size === numbers.add(Number(number)).size
  const isForUse = (lead: Lead) => {
    const repeated = 'gave a number that is listed already'
    const reason = use ? (whyLeftOut(lead, use) ?? (use === 'sms' && isListed(lead) ? repeated : null)) : null
    if (reason) leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1)
    return reason === null
  }
  let count = 0
  let hasMore = false
  let isCut = false
  async function* pages() {
    const atMost = csv || json || all ? undefined : newest
    for await (const { leads: found, older, is_cut } of readLeads(desk, chosen, atMost)) {
      const leads = found.filter(isForUse)
      yield leads
      count += leads.length
      hasMore = older !== null
      isCut ||= is_cut
    }
  }
  await write(writerOf(options)(pages()), options, terminal)
  const { stderr } = terminal
  if (out !== undefined) stderr.write(`${counted(count, 'lead')} ${count === 1 ? 'is' : 'are'} in ${out}.\n`)
  else if (count === 0) stderr.write('No lead was found.\n')
  else if (hasMore) stderr.write(`These are the newest ${count}; --all lists all.\n`)
  if (isCut) stderr.write(`${searchNote}\n`)
  const counts = [...leftOut].map(([reason, persons]) => `${persons} ${reasons[reason] ?? reason}`)
  if (counts.length > 0) stderr.write(`Left out: ${counts.join(', ')}.\n`)
}

function writerOf({ csv, json, for: use, conversion }: ListOptions) {
  if (use === 'sms') return writeTextCsv
  if (use) return writeConversions(use, conversion)
  if (csv) return writeCsv
  return json ? writeJson : writeTable
}
