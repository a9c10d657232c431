import { type Platform, reasons } from '../core/conversions.ts'
import { DeskError } from '../core/desk-error.ts'
import { writeExport } from '../core/exports.ts'
import { counted } from '../core/figures.ts'
import { readLeads, searchNote } from '../core/leads.ts'
import type { Desk } from '../core/open-desk.ts'
import { keepClock } from '../core/period.ts'
import { writeJson } from './json.ts'
import { readEnd, readTime } from './read-time.ts'
import { writeTable } from './table.ts'
import type { Terminal } from './terminal.ts'
import { write } from './write.ts'

/** Options of the command `leads`. All others are filters, named as in private.list_filter. */
export type ListOptions = {
  [filter: string]: string | true | undefined
  conversion: string
  sale: string
  campaign?: string
  referrer?: string
  since?: string
  until?: string
  out?: string
  for?: Platform | 'sms'
  csv?: true
  json?: true
  all?: true
  force?: true
}

const newest = 50

/** To standard output or into a file. Throws a DeskError, or whatever `write` throws. */
export async function listLeads(desk: Desk, options: ListOptions, terminal: Terminal) {
  const {
    csv,
    json,
    all,
    out,
    force,
    campaign,
    referrer,
    since,
    until,
    for: use,
    conversion,
    sale,
    ...filter
  } = options
  if (use && !csv) throw new DeskError('22023', '--for writes a CSV file: add --csv.')
  await keepClock(desk)
  if (since && until && readTime(since) >= readEnd(until))
    throw new DeskError('days', '--until is over before --since begins. → Exchange the two')
  const filters = {
    ...filter,
    ...(since && { since: readTime(since) }),
    ...(until && { until: readEnd(until) }),
    source: campaign ?? referrer ?? null,
  }
  const leftOut = new Map<string, number>()
  let count = 0
  let hasMore = false
  let isCut = false
  async function* pages() {
    for await (const { leads, older, is_cut } of readLeads(
      desk,
      { filters },
      { atMost: json || all ? undefined : newest },
    )) {
      yield leads
      count += leads.length
      hasMore = older !== null
      isCut ||= is_cut
    }
  }
  const text = csv
    ? writeExport(
        desk,
        { filters },
        { use: use ?? 'everything', conversion, sale },
        (found, without, wasCut) => {
          count += found
          isCut ||= wasCut
          for (const reason of without) leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1)
        },
      )
    : (json ? writeJson : writeTable)(pages())
  await write(text, options, terminal)
  const { stderr } = terminal
  if (out !== undefined) stderr.write(`${counted(count, 'lead')} ${count === 1 ? 'is' : 'are'} in ${out}.\n`)
  else if (count === 0) stderr.write('No lead was found.\n')
  else if (hasMore) stderr.write(`These are the newest ${count}; --all lists all.\n`)
  if (isCut) stderr.write(`${searchNote}\n`)
  const counts = [...leftOut].map(([reason, persons]) => `${persons} ${reasons[reason] ?? reason}`)
  if (counts.length > 0) stderr.write(`Left out: ${counts.join(', ')}.\n`)
}
