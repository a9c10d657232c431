import { appendFileSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { startStack } from '../../../local/stack.ts'
import { createQuery } from '../../kit/query.ts'
import { testSettings } from '../../kit/test-settings.ts'
import { openMailFolder } from './mail-folder.ts'

export type Backend = Awaited<ReturnType<typeof startBackend>>

/** Starts the local stack without the page. The logs are written to the folder of the experiment. */
export async function startBackend(proof: string) {
  const settings = await testSettings()
  const file = join(import.meta.dirname, '../../../.local', proof, 'backend.log')
  mkdirSync(dirname(file), { recursive: true })
  const log = (line: string) => appendFileSync(file, `${line}\n`)
  const stack = await startStack(settings, { services: ['function', 'gateway', 'inbox'], log })
  const url = `http://127.0.0.1:${settings.gatewayPort}`
  const query = createQuery(url, settings.secretKey)
  return {
    url,
    mails: openMailFolder(join(settings.dataDir, 'mail')),
    query,
    env: { SUPABASE_URL: url, SUPABASE_SECRET_KEY: settings.secretKey },
    /**
     * Returns the columns `preview` and `variant` of the submission with this email address. If there is no such
     * submission, it returns undefined.
     */
    async stored(email: string) {
      const submissions = 'select preview, variant from private.lead_submissions where email = $1'
      const [row] = await query<{ preview: boolean; variant: string | null }>(submissions, [email])
      return row
    },
    async [Symbol.asyncDispose]() {
      await stack.stop()
      rmSync(settings.dataDir, { recursive: true, force: true })
    },
  }
}
