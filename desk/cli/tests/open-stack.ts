import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { startStack } from '../../../local/stack.ts'
import { copyDatabase } from '../../../proof/harness/copy-database.ts'
import { createQuery } from '../../../proof/harness/query.ts'
import { testSettings } from '../../../proof/harness/test-settings.ts'
import { sampleLead } from '../../../supabase/tests/sample-lead.ts'

const context = {
  consent_text: 'I agree to be called.\u001b',
  consent_version: '2026-11',
  page: 'https://example.com/training',
  user_agent: 'Mozilla/5.0 (X11)',
  ip_hash: 'ab'.repeat(32),
}

/** Starts a local stack with its database alone, whose sweep does not run by itself, and gives the command on it. */
export async function openStack() {
  const settings = await testSettings({ SWEEP_SECONDS: '3600' })
  await copyDatabase(settings)
  const stack = await startStack(settings, { parts: ['gateway'], log: () => {} })
  const compiled = path.join(settings.dataDir, 'compiled')
  const query = createQuery(`http://127.0.0.1:${settings.gatewayPort}`, settings.secretKey)

  /** Starts `npm run leads` in a folder without .env files. */
  function start(env: Record<string, string>, ...args: string[]) {
    const { PATH, NODE_ENV } = process.env
    return spawn(process.execPath, [path.join(import.meta.dirname, '../run.ts'), ...args], {
      cwd: settings.dataDir,
      // Kept compiled, since the tests run it some fifty times.
      env: {
        PATH,
        NODE_ENV,
        NODE_COMPILE_CACHE: compiled,
        GATEWAY_PORT: String(settings.gatewayPort),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }

  async function runWith(env: Record<string, string>, ...args: string[]) {
    const command = start(env, ...args)
    const [[code], out, err] = await Promise.all([
      once(command, 'exit'),
      text(command.stdout),
      text(command.stderr),
    ])
    return { code, out, err }
  }

  return {
    settings,
    query,
    start,
    /** Stores a lead with this address, with these changes to it and to its context. */
    accept: (email: string, lead: object, changes: object = {}) =>
      query('select accept_lead(gen_random_uuid(), $1, $2)', [
        sampleLead({ email, ...lead }),
        { ...context, ...changes },
      ]),
    leads: Object.assign((...args: string[]) => runWith({}, ...args), { with: runWith }),
    async close() {
      await stack.stop()
      await rm(settings.dataDir, { recursive: true })
    },
  }
}
