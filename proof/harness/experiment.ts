import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Env } from '../../local/settings.ts'
import type { Random } from '../../tests/kit/random.ts'
import { type Chain, startChain } from './chain.ts'
import type { Engine } from './engine.ts'
import { type Figure, figure } from './figure.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { liftLimits, outboxEmpty } from './outbox.ts'
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
  /** Gives its figures; throws when it cannot go on. */
  run(harness: Harness): Promise<Figure[]>
}

type Setting = { engine: Engine; random: Random; isFull: boolean; folder: string; port: number }
/** What an experiment works with. */
export type Harness = Setting & { chain: Chain; ledger: Ledger }

/** Runs an experiment on a chain of its own, and stops the chain. Gives the figures; throws why it could not end. */
export async function runExperiment(experiment: Experiment, setting: Setting): Promise<Figure[]> {
  const chain = await startChain({ ...setting, env: experiment.env?.(setting.port) })
  const ledger = createLedger()
  try {
    if (!experiment.keepsLimits) await liftLimits(chain)
    const figures = await experiment.run({ ...setting, chain, ledger })
    return [...figures, figure('services that ended by themselves', chain.deaths.length, { exactly: 0 })]
  } catch (error) {
    throw new Error([error instanceof Error ? error.message : String(error), ...chain.deaths].join('; '))
  } finally {
    const entries = { sent: [...ledger.sent.values()], answers: ledger.answers, deaths: chain.deaths }
    writeFileSync(path.join(setting.folder, 'ledger.json'), JSON.stringify(entries))
    await chain.stop()
  }
}

/** Waits until no mail is owed and runs the checker; gives what it counted, also as figures. Throws its findings. */
export async function settle({ chain, ledger }: Harness, allowances?: Allowances, withinMs?: number) {
  const emptyAfter = await outboxEmpty(chain, withinMs)
  const counted = await verify(chain, ledger, allowances)
  const figures = [
    figure('broken invariants, I1 to I7', 0, { exactly: 0 }),
    ...Object.entries(counted).map(([what, count]) => figure(what, count)),
    figure('seconds until the outbox was empty', emptyAfter),
  ]
  return { ...counted, figures }
}

/** The size of a full run; a short one has a fifth of it. */
export const sizeOf = ({ isFull }: Pick<Harness, 'isFull'>, count: number) => (isFull ? count : count / 5)

/** Throws the message when the condition does not hold. */
export function expect(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise)
}
