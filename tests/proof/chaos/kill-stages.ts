import { existsSync } from 'node:fs'
import { request } from 'node:http'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { waitUntil } from '../../kit/wait-until.ts'
import type { Chain } from '../harness/chain.ts'
import type { Harness } from '../harness/experiment.ts'
import type { Victim } from '../harness/kill.ts'
import { openSession } from '../harness/postgres.ts'

type Arrival = { reached: Promise<unknown>; release?: () => void }

/**
 * A row of the kill matrix. It says how the visitors submit, how to notice that the stage is reached, and which
 * service is killed.
 */
export type KillStage = {
  id: string
  what: string
  victim: Victim
  through: 'action' | 'function'
  watch(harness: Harness): Arrival | Promise<Arrival>
}

const hold =
  (path: string, stage: 'before' | 'after'): KillStage['watch'] =>
  ({ chain }) =>
    chain.breakpoints.hold(path, stage)
const anyMoment: KillStage['watch'] = ({ random }) => ({ reached: pause(random.below(300)) })

const messageReceived: KillStage['watch'] = ({ chain }) => {
  const received = Promise.withResolvers<void>()
  chain.smtp.follow((step) => {
    if (step !== 'received') return 'pass'
    received.resolve()
    return 'hang'
  })
  return { reached: received.promise, release: () => chain.smtp.follow(() => 'pass') }
}

/** Sends the first half of a form, and resolves when the server has read it. */
async function postHalf({ pageUrl }: Chain): Promise<void> {
  const headers = { 'content-type': 'multipart/form-data; boundary=half', 'content-length': 2000 }
  const half = request(pageUrl, { method: 'POST', headers }).on('error', () => {})
  const body = '--half\r\nContent-Disposition: form-data; name="name"\r\n\r\nAda'
  await new Promise((resolve) => half.write(body, resolve))
  // The server reads requests in the order in which they arrive. Once it answers this second request, it must have
  // read the first half of the form.
  await (await fetch(pageUrl)).text()
}

let armings = 0

/**
 * During the next 0.4 s, each call of accept_lead sleeps for 2 s between its last INSERT and its COMMIT. A service
 * takes longer than 0.4 s to restart, so the calls after the restart do not sleep. `reached` resolves when a call is
 * sleeping.
 */
const pauseInTransaction: KillStage['watch'] = async ({ chain }) => {
  const { databaseUrl, settings, query } = chain
  const marker = `paused-${++armings}`
  const note = databaseUrl ? '' : `copy (select 1) to '/pglite/data/${marker}';`
  await query(`
    create or replace function public.pause() returns trigger language plpgsql as $$ begin
      if clock_timestamp() < '${new Date(Date.now() + 400).toISOString()}' then
        ${note} perform pg_sleep(2);
      end if;
      return null;
    end $$;
    create or replace trigger pause after insert on private.outbox
      for each statement execute function public.pause();`)
  const isPaused = async () => {
    if (!databaseUrl) return existsSync(path.join(settings.dataDir, 'postgres', marker))
    const sql = openSession(databaseUrl)
    const rows = await sql`select 1 from pg_stat_activity
      where wait_event = 'PgSleep' and datname = current_database()`
    await sql.end({ timeout: 1 })
    return rows.length > 0
  }
  return { reached: waitUntil('a transaction sleeps', 5_000, isPaused) }
}

const byFunction = { victim: 'function', through: 'function' } as const
const byPage = { victim: 'next', through: 'action' } as const
const byDatabase = { victim: 'database', through: 'function' } as const

// The stages that kill workers come first. The emails of a killed worker stay claimed for two minutes, and
// the other stages can run in the meantime.
export const killStages: KillStage[] = [
  { id: 'K7', what: 'after the claim', ...byFunction, watch: hold('/rpc/claim_mails', 'after') },
  { id: 'K8', what: 'after DATA, before 250', ...byFunction, watch: messageReceived },
  { id: 'K9', what: 'before "sent"', ...byFunction, watch: hold('/rpc/settle_message', 'before') },
  { id: 'K12', what: 'everything', victim: 'all', through: 'action', watch: anyMoment },
  { id: 'K10', what: 'the database', ...byDatabase, watch: anyMoment },
  { id: 'K11', what: 'the mail server', victim: 'inbox', through: 'function', watch: anyMoment },
  { id: 'K1', what: 'Next reads the body', ...byPage, watch: ({ chain }) => ({ reached: postHalf(chain) }) },
  { id: 'K2', what: 'before the call', ...byPage, watch: hold('/send-lead-email', 'before') },
  { id: 'K3', what: 'before the visitor knows', ...byPage, watch: hold('/send-lead-email', 'after') },
  { id: 'K4', what: 'before BEGIN', ...byFunction, watch: hold('/rpc/accept_lead', 'before') },
  { id: 'K5', what: 'between INSERT and COMMIT', ...byDatabase, watch: pauseInTransaction },
  { id: 'K6', what: 'after COMMIT', ...byFunction, watch: hold('/rpc/accept_lead', 'after') },
]
