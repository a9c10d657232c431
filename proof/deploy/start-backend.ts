import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startStack } from '../../local/stack.ts'
import { freePort } from '../harness/listen.ts'
import { openProxy } from '../harness/proxy.ts'
import { createQuery } from '../harness/query.ts'
import { testSettings } from '../harness/test-settings.ts'

const local = join(import.meta.dirname, '../../.local')

/** Starts the local stack but for its page, behind a proxy that keeps what it is sent; logs into a proof's folder. */
export async function startBackend(proof: string) {
  const settings = await testSettings()
  const log = (line: string) => appendFileSync(join(local, proof, 'backend.log'), `${line}\n`)
  const stack = await startStack(settings, { parts: ['function', 'gateway', 'inbox'], log })
  let sent = ''
  const proxy = await openProxy(await freePort(), { port: settings.gatewayPort }, () => (chunk, from) => {
    if (from === 'client') sent += chunk
    return 'pass'
  })
  const query = createQuery(`http://127.0.0.1:${settings.gatewayPort}`, settings.secretKey)
  return {
    url: `http://127.0.0.1:${proxy.port}`,
    secretKey: settings.secretKey,
    /** Whether a submission of this address is stored. */
    async isStored(email: string) {
      const rows = await query('select 1 from public.lead_submissions where email = $1', [email])
      return rows.length === 1
    },
    /** Whether anything that it was sent holds this text. */
    wasSent: (text: string) => sent.includes(text),
    /** The variant that the lead of this address was sent with. */
    variantOf: (email: string) =>
      new RegExp(`"email":"${email}"(?:(?!"email":).)*?"variant":"([^"]*)"`).exec(sent)?.[1],
    async stop() {
      proxy.close()
      await stack.stop()
      rmSync(settings.dataDir, { recursive: true, force: true })
    },
  }
}
