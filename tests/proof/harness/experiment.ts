import type { Env } from '../../../local/settings.ts'
import { openForm } from '../../kit/post-form.ts'
import type { Random } from '../../kit/random.ts'
import { makeSubmission, makeSubmissions, type Submission } from '../../kit/submission.ts'
import { submitToFunction } from './call-function.ts'
import { type Chain, startChain } from './chain.ts'
import { type Figure, figure, noneOf } from './figure.ts'
import { createLedger } from './ledger.ts'
import { type NginxSettings, startNginx } from './nginx.ts'
import { liftLimits, outboxEmpty } from './outbox.ts'
import type { Engine } from './postgres.ts'
import { type Allowances, verify } from './verify.ts'

/** An experiment in which all services are running. */
export type Experiment = {
  id: string
  title: string
  /** True if the experiment breaks the database server, so that it cannot run on the embedded database. */
  needsPostgres?: boolean
  /** True if the limits on emails and IP addresses should keep their defaults. */
  keepsLimits?: boolean
  /**
   * Returns additional environment variables for the services. This is for experiments that use the ninth port
   * themselves.
   */
  env?(ninthPort: number): Env
  /**
   * Returns the configuration of nginx, if the experiment needs an nginx in front of the page. It uses the ninth and
   * the tenth port.
   */
  nginx?: NginxSettings
  /** True if the experiment starts Caddy. */
  needsCaddy?: boolean
  /** Runs the experiment and returns the figures. Throws an error if the experiment cannot continue. */
  run(harness: Harness): Promise<Figure[]>
}

type Setting = { engine: Engine; random: Random; isFull: boolean; folder: string; port: number }
export type Harness = ReturnType<typeof openHarness>

/** Returns everything that an experiment needs. `frontUrl` is the URL of the page behind nginx. */
function openHarness(setting: Setting, chain: Chain, frontUrl: string) {
  const { random, isFull } = setting
  const ledger = createLedger()
  return {
    ...{ ...setting, chain, ledger, frontUrl, ninthPort: setting.port + 8 },
    /** In a full run, returns the same number. In a short run, returns a fifth of it. */
    sizeOf: (count: number) => (isFull ? count : count / 5),
    /**
     * Creates a submission from a new person. Once it is sent, this person and the owner must both get an
     * email.
     */
    submission: (changes?: Partial<Submission>) => makeSubmission(random, changes),
    submissions: (count: number) => makeSubmissions(random, count),
    /**
     * Opens the page once. Returns a function that posts the form natively. Each post comes from another IP address.
     */
    openForm: () => openForm(chain, random),
    toFunction: (submission: Submission) => submitToFunction(chain, submission),
    /**
     * Waits until all emails in the outbox are sent, and then runs the checker. Returns what the checker
     * counted, both as numbers and as figures.
     */
    async settle(allowances?: Allowances, withinMs?: number) {
      const emptyAfter = await outboxEmpty(chain, withinMs)
      const { figures, ...counts } = await verify(chain, ledger, allowances)
      return { ...counts, figures: [...figures, figure('seconds until the outbox was empty', emptyAfter)] }
    },
  }
}

/**
 * Starts the services, runs the experiment and stops the services again. Returns the figures. Throws an error if the
 * experiment could not finish.
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

/** Throws an error with this message unless the condition holds. */
export function expect(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise)
}
