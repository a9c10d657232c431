import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Chain, startChain } from './chain.ts'
import type { Engine } from './engine.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { liftLimits } from './outbox.ts'
import type { Random } from './random.ts'

/** One experiment: shows something, or throws what it found instead. */
export type Experiment = {
  id: string
  title: string
  /** Whether it needs a Postgres, which is broken. */
  needsPostgres?: boolean
  /** Whether the limits on mails and sources stay as delivered. */
  keepsLimits?: boolean
  /** Gives the figures that its line shows. */
  run(harness: Harness): Promise<string>
}

type Surroundings = { engine: Engine; random: Random; isFull: boolean; folder: string; port: number }
/** What an experiment works with. */
export type Harness = Surroundings & { chain: Chain; ledger: Ledger }

/** Runs an experiment on a chain of its own and takes it down again; gives the figures or throws the findings. */
export async function runExperiment(experiment: Experiment, surroundings: Surroundings): Promise<string> {
  const chain = await startChain(surroundings)
  const ledger = createLedger()
  try {
    if (!experiment.keepsLimits) await liftLimits(chain)
    const figures = await experiment.run({ ...surroundings, chain, ledger })
    expect(chain.deaths.length === 0, figures)
    return figures
  } catch (error) {
    const entries = { sent: [...ledger.sent.values()], answers: ledger.answers }
    writeFileSync(path.join(surroundings.folder, `ledger-${experiment.id}.json`), JSON.stringify(entries))
    const causes = [error instanceof Error ? error.message : String(error), ...chain.deaths]
    throw new Error([...new Set(causes)].join('; '))
  } finally {
    await chain.stop()
  }
}

/** The count of the full run; the short one makes do with a fifth. */
export const sizeOf = ({ isFull }: Pick<Harness, 'isFull'>, count: number) => (isFull ? count : count / 5)

/** Throws what does not hold. */
export function expect(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise)
}
