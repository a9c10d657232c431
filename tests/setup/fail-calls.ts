import assert from 'node:assert/strict'
import type { Step } from '../../desk/setup/step.ts'
import { answers, type openAccount } from './open-account.ts'
import type { ApiFault } from './supabase-api.ts'

/** The faults of a call, and what the operator is told. The CLI of Vercel tries some again until it is stopped. */
const faults: [ApiFault, sentence: RegExp][] = [
  [401, /Sign in again|Make another token/],
  [403, /lacks the rights|lacks the right database_read, database_write/],
  [409, /exists already/],
  [429, /Too many requests|not end in time/],
  [500, /has a fault|not end in time/],
  ['silence', /not end in time/],
]

/** A step with its calls, and the faults of each. `prepare` brings the account into the state in which it calls them. */
export type Row = {
  step: Step
  calls: Record<string, readonly ApiFault[]>
  /** The last call that changes something. It is done, but its answer is lost. */
  write?: string
  prepare?: (account: Account) => void
}
type Account = Awaited<ReturnType<typeof openAccount>>

/** As far as the route tells. SQL is not counted. */
export const isWrite = (call: string) => /^P(?!.*(?:query|health|login-role))/.test(call)
const writesOf = ({ api, vercel }: Account) =>
  [...api.state.calls, ...vercel.state.calls].filter(isWrite).length

/**
 * Runs the steps of the rows one after another. Before a step ends well, each of its calls fails in each of its ways.
 * Every time, the step must stop, name itself and a remedy, and show no secret. Returns what was wrong.
 */
export async function failCalls(account: Account, stand: 'api' | 'vercel', rows: Row[]): Promise<string[]> {
  const { api, printed } = account
  const { state } = account[stand]
  const wrong: string[] = []
  for (const { step, calls, write, prepare } of rows) {
    prepare?.(account)
    for (const [route, own] of Object.entries(calls))
      for (const [fault, sentence] of faults.filter(([one]) => own.includes(one))) {
        state.faults.set(route, fault)
        printed.length = 0
        const isSlow = fault === 'silence' || (stand === 'vercel' && [429, 500].includes(Number(fault)))
        const hasEnded = await account.runStep(step, isSlow ? 8_000 : 60_000)
        const log = printed.join('\n')
        const isNamed =
          new RegExp(`STOP.* ${step.name} `).test(log) &&
          (sentence.test(log) || /Run this again in a minute/.test(log))
        if (hasEnded || !isNamed || secretsOf(account).some((secret) => log.includes(secret)))
          wrong.push(`${step.name}, ${route}, ${fault}: ${log}`)
        state.faults.clear()
      }
    if (write) {
      state.faults.set(write, 'lost')
      await account.runStep(step, 8_000)
      state.faults.clear()
    }
    printed.length = 0
    assert.equal(await account.runStep(step), true, printed.join('\n'))
    const before = writesOf(account)
    assert.equal(await account.runStep(step), true, printed.join('\n'))
    assert.equal(writesOf(account), before, `${step.name} changes nothing twice`)
  }
  const known = rows.flatMap(({ calls }) => Object.keys(calls))
  const unknown = new Set(state.calls).difference(new Set(known))
  for (const call of unknown) if (!besides.test(call)) wrong.push(`No row lets ${call} fail`)
  assert.deepEqual([...api.state.unknown, ...account.vercel.state.unknown], [])
  return wrong
}

/** What the CLIs ask besides. If such a call fails, all goes on. */
const besides = /projects\/:ref$|config\/storage|ref\/functions$/

/** Nothing may show these. */
export const secretsOf = ({ api, mailLogin }: Account) => [
  ...[answers.MAIL_PASSWORD, encodeURIComponent(answers.MAIL_PASSWORD), mailLogin],
  ...[answers.SUPABASE_ACCESS_TOKEN, answers.VERCEL_TOKEN, api.state.keys[0]?.api_key ?? ''],
]
