import { rm } from 'node:fs/promises'
import path from 'node:path'
import { settingsEnv } from '../../local/settings.ts'
import type { Engine } from '../harness/engine.ts'
import { createLedger } from '../harness/ledger.ts'
import { openMailFolder } from '../harness/mail-folder.ts'
import { liftLimits, outboxEmpty } from '../harness/outbox.ts'
import { openForm } from '../harness/post-form.ts'
import { createQuery } from '../harness/query.ts'
import type { Random } from '../harness/random.ts'
import { makeSubmissions } from '../harness/submission.ts'
import { testSettings } from '../harness/test-settings.ts'
import { verify } from '../harness/verify.ts'
import { type App, startApp } from '../page/app.ts'
import { startParts, type Version } from './version.ts'

/** What runs at one time; the sites of all versions run beside it. */
export type Step = { schema: Version; function: Version; mailsMayWait?: boolean }

/** Leads of each site in each step. */
const leads = 10

/**
 * Takes one database through the steps of a rollout. In each step visitors of every version's site submit, and each must
 * be told that the lead is stored. Resolves to the figures; rejects with what was lost.
 */
export async function rollOut(
  engine: Engine,
  random: Random,
  sites: Version[],
  steps: Step[],
): Promise<string> {
  const databaseUrl = await engine.freshDatabase()
  // The fastest sweep, so that the steps do not wait for it.
  const settings = await testSettings({ DATABASE_URL: databaseUrl, SWEEP_SECONDS: '1' })
  const env = settingsEnv(settings)
  const gatewayUrl = `http://127.0.0.1:${settings.gatewayPort}`
  const query = createQuery(gatewayUrl, settings.secretKey)
  const ledger = createLedger()
  const running: { stop(): Promise<void> }[] = []
  const start = async <T extends { stop(): Promise<void> }>(starting: Promise<T>) => {
    const started = await starting
    running.push(started)
    return started
  }
  try {
    await start(startParts((steps.at(-1) as Step).schema, env, ['inbox']))
    const backend = { SUPABASE_URL: gatewayUrl, SUPABASE_SECRET_KEY: settings.secretKey }
    const apps: App[] = []
    for (const { folder } of sites) apps.push(await start(startApp(folder, backend)))
    for (const step of steps) {
      const parts = [await start(startParts(step.schema, env, ['gateway']))]
      parts.unshift(await start(startParts(step.function, env, ['function'])))
      await liftLimits({ query })
      for (const [index, { origin }] of apps.entries()) {
        const by = await openForm({ pageUrl: origin }, random)
        for (const submission of makeSubmissions(random, leads)) {
          const { outcome } = await ledger.send(submission, by)
          if (outcome !== 'success')
            throw new Error(`${nameOf(step)}, site of ${sites[index]?.name}: ${outcome}`)
        }
      }
      if (!step.mailsMayWait) await outboxEmpty({ query })
      if (step === steps.at(-1)) break
      for (const part of parts) await part.stop()
    }
    const mails = openMailFolder(path.join(settings.dataDir, 'mail'))
    const figures = await verify({ query, mails }, ledger)
    return `${figures.stored} of ${figures.sent} leads stored, ${figures.mails} mails`
  } finally {
    for (const part of running.toReversed()) await part.stop()
    await rm(settings.dataDir, { recursive: true, force: true })
  }
}

const nameOf = (step: Step) => `schema of ${step.schema.name}, function of ${step.function.name}`
