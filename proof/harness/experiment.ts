import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Env } from '../../local/settings.ts'
import { type Chain, startChain } from './chain.ts'
import type { Engine } from './engine.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { liftLimits, outboxEmpty } from './outbox.ts'
import type { Random } from './random.ts'
import { type Allowances, verify } from './verify.ts'

/** One experiment on the running chain. */
export type Experiment = {
  id: string
  title: string
  /** Whether it breaks the database server, and so needs a Postgres. */
  needsPostgres?: boolean
  /** Whether the limits on mails and sources keep their default values. */
  keepsLimits?: boolean
  /** Further environment variables of the chain; of its ten ports, the last two are the experiment's own. */
  env?(port: number): Env
  /** What it needs of this machine and does not find; it is then listed as not run. */
  missing?(): string | undefined
  /** Gives its figures; throws them, or a finding, when something does not hold. */
  run(harness: Harness): Promise<string>
}

type Setting = { engine: Engine; random: Random; isFull: boolean; folder: string; port: number }
/** What an experiment works with. */
export type Harness = Setting & { chain: Chain; ledger: Ledger }

/** Runs an experiment on a chain of its own and stops the chain again; gives the figures or throws the findings. */
export async function runExperiment(experiment: Experiment, setting: Setting): Promise<string> {
  const chain = await startChain({ ...setting, env: experiment.env?.(setting.port) })
  const ledger = createLedger()
  try {
    if (!experiment.keepsLimits) await liftLimits(chain)
    const figures = await experiment.run({ ...setting, chain, ledger })
    expect(chain.deaths.length === 0, figures)
    return figures
  } catch (error) {
    const entries = { sent: [...ledger.sent.values()], answers: ledger.answers }
    writeFileSync(path.join(setting.folder, 'ledger.json'), JSON.stringify(entries))
    const causes = [error instanceof Error ? error.message : String(error), ...chain.deaths]
    throw new Error([...new Set(causes)].join('; '))
  } finally {
    await chain.stop()
  }
}

/** Waits until no mail is owed, runs the checker and gives its figures and a line of them; throws its findings. */
export async function settle({ chain, ledger }: Harness, allowances?: Allowances, withinMs?: number) {
  const emptyAfter = await outboxEmpty(chain, withinMs)
  const { sent, acknowledged, stored, mails, duplicates } = await verify(chain, ledger, allowances)
  const line = `${acknowledged} of ${sent} acknowledged, ${stored} stored, ${mails} mails of which ${duplicates} duplicates, outbox empty after ${emptyAfter.toFixed(0)} s`
  return { acknowledged, stored, line }
}

/** The size of a full run; a short one has a fifth of it. */
export const sizeOf = ({ isFull }: Pick<Harness, 'isFull'>, count: number) => (isFull ? count : count / 5)

/** Throws the message when the condition does not hold. */
export function expect(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise)
}
