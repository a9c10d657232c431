import { writeCsv } from '../core/csv.ts'
import { counted } from '../core/figures.ts'
import { type Filter, readLeads } from '../core/leads.ts'
import type { Desk } from '../core/open-desk.ts'
import { writeJson } from './json.ts'
import { writeTable } from './table.ts'
import type { Terminal } from './terminal.ts'
import { write } from './write.ts'

export type ListOptions = Omit<Filter, 'mail_state'> &
  Partial<{ state: string; csv: true; json: true; all: true; out: string; force: true }>

const newest = 50

/** Lists leads on standard output or into a file. Throws what `write` throws, or a DeskError. */
export async function listLeads(
  desk: Desk,
  { csv, json, all, out, force, state, ...filter }: ListOptions,
  terminal: Terminal,
) {
  const chosen = { ...filter, mail_state: state === 'failed' ? 'dead' : (state ?? null) }
  const format = csv ? writeCsv : json ? writeJson : writeTable
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
