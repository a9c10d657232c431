import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { counted } from '../counted.ts'
import type { Desk } from '../open-desk.ts'
import type { Terminal } from '../terminal.ts'
import { assertNew } from './assert-new.ts'
import { writeCsv } from './csv.ts'
import { writeJson } from './json.ts'
import { createProgress } from './progress.ts'
import { type Filter, readLeads, readOldestTime } from './read-leads.ts'
import { writeTable } from './table.ts'

export type ListOptions = Omit<Filter, 'mail_state'> &
  Partial<{ state: string; csv: true; json: true; all: true; out: string; force: true }>

const newest = 50

/**
 * Lists leads on standard output or into a file, which appears once it is whole and which only its owner may read. Shows on
 * the terminal how far it is unless the list itself is there. Throws a DeskError, also for a file that exists unless
 * `force`, or the system's error for the file.
 */
export async function listLeads(
  desk: Desk,
  { csv, json, all, out, force, state, ...filter }: ListOptions,
  { stdout, stderr }: Terminal,
) {
  if (out !== undefined && !force) assertNew(out)
  const chosen = { ...filter, mail_state: state === 'failed' ? 'dead' : state }
  const format = csv ? writeCsv : json ? writeJson : writeTable
  const isWhole = csv || json || all
  const oldest =
    isWhole && stderr.isTTY && (out || !stdout.isTTY) ? await readOldestTime(desk, chosen) : undefined
  const progress = oldest === undefined ? undefined : createProgress(stderr, oldest)
  let count = 0
  let hasMore = false

  async function* pages() {
    for await (const page of readLeads(desk, chosen, isWhole ? Number.POSITIVE_INFINITY : newest)) {
      yield page.leads
      count += page.leads.length
      hasMore = page.hasMore
      const last = page.leads.at(-1)
      if (last) progress?.show(count, last.created_at)
    }
  }
  try {
    if (out === undefined) await pipeline(format(pages()), stdout, { end: false })
    else await writeFile(out, format(pages()))
  } finally {
    progress?.clear()
  }
  if (out !== undefined) stderr.write(`${counted(count, 'lead')} ${count === 1 ? 'is' : 'are'} in ${out}.\n`)
  else if (count === 0) stderr.write('No lead was found.\n')
  else if (hasMore) stderr.write(`These are the newest ${count}; --all lists all.\n`)
}

async function writeFile(file: string, text: AsyncIterable<string>) {
  const part = `${file}.part`
  try {
    await pipeline(text, createWriteStream(part, { mode: 0o600 }))
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
