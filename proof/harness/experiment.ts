import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Env } from '../../local/settings.ts'
import { openForm } from '../../tests/kit/post-form.ts'
import type { Random } from '../../tests/kit/random.ts'
import { makeSubmission, makeSubmissions, type Submission } from '../../tests/kit/submission.ts'
import { submitToFunction } from './call-function.ts'
import { type Chain, startChain } from './chain.ts'
import { type Figure, figure } from './figure.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { type NginxSettings, startNginx } from './nginx.ts'
import { liftLimits, outboxEmpty } from './outbox.ts'
import type { Engine } from './postgres.ts'
import { type Allowances, verify } from './verify.ts'

/** One experiment on the running chain. */
export type Experiment = {
  id: string
  title: string
  /** Whether it breaks the database server, and so needs a Postgres. */
  needsPostgres?: boolean
  /** Whether the limits on mails and sources keep their default values. */
  keepsLimits?: boolean
  /** Further environment variables of the chain, for an experiment that uses the ninth port itself. */
  env?(ninthPort: number): Env
  /** The settings of an nginx in front of the page, at the ninth port and the tenth. */
  nginx?: NginxSettings
  /** Gives its figures; throws when it cannot go on. */
  run(harness: Harness): Promise<Figure[]>
}

type Setting = { engine: Engine; random: Random; isFull: boolean; folder: string; port: number }
export type Harness = ReturnType<typeof openHarness>

/** Makes what an experiment works with. `frontUrl` is the page behind nginx. */
function openHarness(setting: Setting, chain: Chain, ledger: Ledger, frontUrl: string) {
  const { random, isFull } = setting
  return {
    ...{ ...setting, chain, ledger, frontUrl, ninthPort: setting.port + 8 },
    /** The size of a full run; a short one has a fifth of it. */
    sizeOf: (count: number) => (isFull ? count : count / 5),
    /** Makes the submission of a new person, which owes both mails. */
    submission: (changes?: Partial<Submission>) => makeSubmission(random, changes),
    submissions: (count: number) => makeSubmissions(random, count),
    /** Opens the page once; returns what posts its form natively, each visitor from another IP address. */
    openForm: () => openForm(chain, random),
    toFunction: (submission: Submission) => submitToFunction(chain, submission),
    /** Waits until no mail is owed and runs the checker; gives what it counted, also as figures. */
    async settle(allowances?: Allowances, withinMs?: number) {
      const emptyAfter = await outboxEmpty(chain, withinMs)
      const { figures, ...counts } = await verify(chain, ledger, allowances)
      return { ...counts, figures: [...figures, figure('seconds until the outbox was empty', emptyAfter)] }
    },
  }
}

/** Runs an experiment on a chain of its own, and stops the chain. Gives the figures; throws why it could not end. */
export async function runExperiment(experiment: Experiment, setting: Setting): Promise<Figure[]> {
  const ninthPort = setting.port + 8
  const chain = await startChain({ ...setting, env: experiment.env?.(ninthPort) })
  const ledger = createLedger()
  let nginx: Awaited<ReturnType<typeof startNginx>> | undefined
  try {
    if (!experiment.keepsLimits) await liftLimits(chain)
    const settings = experiment.nginx?.(ninthPort, chain.settings.pagePort)
    if (settings) nginx = await startNginx(setting.folder, ninthPort, settings)
    const figures = await experiment.run(openHarness(setting, chain, ledger, nginx?.url ?? chain.pageUrl))
    return [...figures, figure('services that ended by themselves', chain.deaths.length, { exactly: 0 })]
  } catch (error) {
    throw new Error([error instanceof Error ? error.message : String(error), ...chain.deaths].join('; '))
  } finally {
    const entries = { sent: [...ledger.sent.values()], answers: ledger.answers, deaths: chain.deaths }
    writeFileSync(path.join(setting.folder, 'ledger.json'), JSON.stringify(entries))
    await nginx?.stop()
    await chain.stop()
  }
}

/** Throws the message when the condition does not hold. */
export function expect(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise)
}
