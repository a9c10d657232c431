import { type Platform, writeConversions } from '../core/conversions.ts'
import { writeCsv } from '../core/csv.ts'
import { counted } from '../core/figures.ts'
import { type Filter, readLeads } from '../core/leads.ts'
import { type Desk, DeskError } from '../core/open-desk.ts'
import { writeJson } from './json.ts'
import { writeTable } from './table.ts'
import type { Terminal } from './terminal.ts'
import { write } from './write.ts'

export type ListOptions = Pick<Filter, 'search' | 'since' | 'until' | 'variant' | 'number' | 'kind'> & {
  conversion: string
} & Partial<
    Record<'campaign' | 'referrer' | 'state' | 'out', string> & {
      for: Platform
      csv: true
      json: true
      all: true
      force: true
    }
  >

const newest = 50

/** Lists leads on standard output or into a file. Throws what `write` throws, or a DeskError. */
export async function listLeads(
  desk: Desk,
  {
    csv,
    json,
    all,
    out,
    force,
    state,
    campaign,
    referrer,
    for: platform,
    conversion,
    ...filter
  }: ListOptions,
  terminal: Terminal,
) {
  if (platform && !csv) throw new DeskError('22023', '--for writes a CSV file: add --csv.')
  const source =
    campaign !== undefined
      ? `campaign:${campaign}`
      : referrer
        ? `referrer:${referrer}`
        : referrer === ''
          ? 'direct'
          : null
  const chosen = {
    ...filter,
    source,
    mail_state: state === 'failed' ? 'dead' : (state ?? null),
    ...(platform && { kind: 'person' }),
  }
  const format = platform
    ? writeConversions(platform, conversion)
    : csv
      ? writeCsv
      : json
        ? writeJson
        : writeTable
  let count = 0
  let hasMore = false
  async function* pages() {
    for await (const { leads, older } of readLeads(desk, chosen, csv || json || all ? undefined : newest)) {
      yield leads
      count += leads.length
      hasMore = older !== null
    }
  }
  await write(format(pages()), { ...(out !== undefined && { out }), ...(force && { force }) }, terminal)
  const told =
    out !== undefined
      ? `${counted(count, 'lead')} ${count === 1 ? 'is' : 'are'} in ${out}.\n`
      : count === 0
        ? 'No lead was found.\n'
        : hasMore
          ? `These are the newest ${count}; --all lists all.\n`
          : ''
  terminal.stderr.write(told)
}
