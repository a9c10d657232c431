import type { Env } from '../../local/settings.ts'
import { openForm } from '../../tests/kit/post-form.ts'
import type { Random } from '../../tests/kit/random.ts'
import { makeSubmission, makeSubmissions, type Submission } from '../../tests/kit/submission.ts'
import { submitToFunction } from './call-function.ts'
import { type Chain, startChain } from './chain.ts'
import { type Figure, figure, noneOf } from './figure.ts'
import { createLedger } from './ledger.ts'
import { type NginxSettings, startNginx } from './nginx.ts'
import { liftLimits, outboxEmpty } from './outbox.ts'
import type { Engine } from './postgres.ts'
import { type Allowances, verify } from './verify.ts'

/** An experiment with the running services. */
export type Experiment = {
  id: string
  title: string
  /** Whether the experiment breaks the database server. If so, it needs a Postgres server. */
  needsPostgres?: boolean
  /** Whether the limits on mails and IP addresses keep their default values. */
  keepsLimits?: boolean
  /** Returns further environment variables for the services. An experiment needs them if it uses the ninth port itself. */
  env?(ninthPort: number): Env
  /** Returns the configuration of an nginx in front of the page. This nginx uses the ninth and tenth of the ten ports. */
  nginx?: NginxSettings
  /** Whether the experiment starts a Caddy. */
  needsCaddy?: boolean
  /** Runs the experiment and returns the figures. Throws if the experiment cannot continue. */
  run(harness: Harness): Promise<Figure[]>
}

type Setting = { engine: Engine; random: Random; isFull: boolean; folder: string; port: number }
export type Harness = ReturnType<typeof openHarness>

/** Returns what an experiment works with. `frontUrl` is the URL of the page behind nginx. */
function openHarness(setting: Setting, chain: Chain, frontUrl: string) {
  const { random, isFull } = setting
  const ledger = createLedger()
  return {
    ...{ ...setting, chain, ledger, frontUrl, ninthPort: setting.port + 8 },
    /** Returns the size for this run: the given size for a full run, a fifth of it for a short run. */
    sizeOf: (count: number) => (isFull ? count : count / 5),
    /** Creates the submission of a new person. Afterwards this person and the owner must each get a mail. */
    submission: (changes?: Partial<Submission>) => makeSubmission(random, changes),
    submissions: (count: number) => makeSubmissions(random, count),
    /** Opens the page once. Returns a function that posts the page's form natively, each time from another IP address. */
    openForm: () => openForm(chain, random),
    toFunction: (submission: Submission) => submitToFunction(chain, submission),
    /** Waits until the outbox has no unsent mail, then runs the checker. Returns the checker's counts, also as figures. */
    async settle(allowances?: Allowances, withinMs?: number) {
      const emptyAfter = await outboxEmpty(chain, withinMs)
      const { figures, ...counts } = await verify(chain, ledger, allowances)
      return { ...counts, figures: [...figures, figure('seconds until the outbox was empty', emptyAfter)] }
    },
  }
}

/**
 * Starts services for an experiment, runs the experiment and stops the services. Returns the figures. Throws if it
 * could not finish.
 */
export async function runExperiment(experiment: Experiment, setting: Setting): Promise<Figure[]> {
  const ninthPort = setting.port + 8
  await using chain = await startChain({ ...setting, env: experiment.env?.(ninthPort) })
  if (!experiment.keepsLimits) await liftLimits(chain)
  const settings = experiment.nginx?.(ninthPort, chain.settings.pagePort)
  await using nginx = settings ? await startNginx(setting.folder, ninthPort, settings) : undefined
  const figures = await experiment.run(openHarness(setting, chain, nginx?.url ?? chain.pageUrl))
  return [...figures, noneOf('services that ended by themselves', chain.deaths)]
}

/** Throws an error with the message if the condition does not hold. */
export function expect(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise)
}
