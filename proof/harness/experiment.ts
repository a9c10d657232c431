import { type Chain, type ChainPart, startChain } from './chain.ts'
import type { Engine } from './engine.ts'
import { type Ledger, openLedger } from './ledger.ts'
import type { Random } from './random.ts'

/** One experiment: proves something, or throws what it found instead. */
export type Experiment = {
  id: string
  title: string
  parts: ChainPart[]
  /** Whether it needs a server that can be stopped and killed. */
  needsServer?: boolean
  /** Returns the figures that its line shows. */
  run(bench: Workbench): Promise<string>
}

/** What an experiment works with. */
export type Workbench = {
  chain: Chain
  engine: Engine
  ledger: Ledger
  random: Random
  isFull: boolean
  folder: string
  port: number
}

/** Runs an experiment on a chain of its own and takes everything down again. */
export async function runExperiment(experiment: Experiment, bench: Omit<Workbench, 'chain' | 'ledger'>) {
  const ledger = await openLedger(`${bench.folder}/ledger-${experiment.id}-${bench.engine.name}.jsonl`)
  const chain = await startChain({ ...bench, parts: experiment.parts })
  try {
    const figures = await experiment.run({ ...bench, chain, ledger })
    expect(chain.deaths.length === 0, figures)
    return figures
  } catch (error) {
    const causes = [error instanceof Error ? error.message : String(error), ...chain.deaths]
    throw new Error([...new Set(causes)].join('; '))
  } finally {
    await chain.stop()
    await ledger.close()
  }
}

/** The count of the full run; the short one makes do with a fifth. */
export const sizeOf = ({ isFull }: Pick<Workbench, 'isFull'>, count: number) => (isFull ? count : count / 5)

/** Throws what does not hold. */
export function expect(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise)
}
