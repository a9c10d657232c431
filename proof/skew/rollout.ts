import { rm } from 'node:fs/promises'
import path from 'node:path'
import { settingsEnv } from '../../local/settings.ts'
import { openForm } from '../../tests/kit/post-form.ts'
import { createQuery } from '../../tests/kit/query.ts'
import type { Random } from '../../tests/kit/random.ts'
import { startApp } from '../../tests/kit/start-app.ts'
import { makeSubmissions } from '../../tests/kit/submission.ts'
import { testSettings } from '../../tests/kit/test-settings.ts'
import type { Engine } from '../harness/engine.ts'
import { createLedger } from '../harness/ledger.ts'
import { openMailFolder } from '../harness/mail-folder.ts'
import { liftLimits, outboxEmpty } from '../harness/outbox.ts'
import { type DeriveKey, verify } from '../harness/verify.ts'
import { startServices, type Version } from './version.ts'

type Site = { version: Version; key: string }
/** What runs at one time. The last key is the sweep's; the function may have other keys than those that are valid. */
export type Step = {
  schema: Version
  function: Version
  keys: string[]
  functionKeys?: string[]
  sites: Site[]
  mailsMayWait?: boolean
}

const leads = 10

/** Takes one database through a rollout, with visitors of every site in each step; rejects with what was lost. */
export async function rollOut(engine: Engine, random: Random, steps: Step[]): Promise<string> {
  const databaseUrl = await engine.freshDatabase()
  // The fastest sweep, so that the steps do not wait for it.
  const settings = await testSettings({ DATABASE_URL: databaseUrl, SWEEP_SECONDS: '1' })
  const gatewayUrl = `http://127.0.0.1:${settings.gatewayPort}`
  const mails = openMailFolder(path.join(settings.dataDir, 'mail'))
  const ledger = createLedger()
  const running: { stop(): Promise<void> }[] = []
  const start = async <T extends { stop(): Promise<void> }>(starting: Promise<T>) => {
    const started = await starting
    running.push(started)
    return started
  }
  try {
    const last = steps.at(-1) as Step
    await start(startServices(last.schema, settingsEnv(settings), ['inbox']))
    const pages = new Map<Site, string>()
    const deriveKeys: DeriveKey[] = []
    for (const site of new Set(steps.flatMap(({ sites }) => sites))) {
      const { submissionKey } = await import(path.join(site.version.folder, 'lib/lead/submission-key.ts'))
      deriveKeys.push((formId, lead) => submissionKey(formId, lead, site.key))
      const backend = { SUPABASE_URL: gatewayUrl, SUPABASE_SECRET_KEY: site.key }
      pages.set(site, (await start(startApp(site.version.folder, backend))).origin)
    }
    for (const step of steps) {
      const { keys, functionKeys = keys } = step
      const secretKey = keys.at(-1) as string
      const envWith = ([first = '', second = first]: string[]) =>
        settingsEnv({ ...settings, secretKey, secretKeys: { default: first, next: second } })
      const query = createQuery(gatewayUrl, secretKey)
      const gateway = await start(startServices(step.schema, envWith(keys), ['gateway']))
      const functions = await start(startServices(step.function, envWith(functionKeys), ['function']))
      await liftLimits({ query })
      for (const site of step.sites) {
        const by = await openForm({ pageUrl: pages.get(site) as string }, random)
        for (const submission of makeSubmissions(random, leads)) {
          const { outcome } = await ledger.send(submission, by)
          if (outcome !== 'success')
            throw new Error(`${nameOf(step)}, site of ${site.version.name}: ${outcome}`)
        }
      }
      if (!step.mailsMayWait) await outboxEmpty({ query })
      if (step === last) {
        const figures = await verify({ query, mails, deriveKeys }, ledger)
        return `${figures.stored} of ${figures.sent} leads stored, ${figures.mails} mails`
      }
      await functions.stop()
      await gateway.stop()
    }
    throw new Error('There are no steps')
  } finally {
    for (const part of running.toReversed()) await part.stop()
    await rm(settings.dataDir, { recursive: true, force: true })
  }
}

const nameOf = (step: Step) =>
  `schema of ${step.schema.name}, function of ${step.function.name}, ${step.keys.length} keys`
