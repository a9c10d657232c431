import assert from 'node:assert/strict'
import { env } from 'node:process'
import { mock, test } from 'node:test'
import '../../tests/kit/resolve-as-next.ts'

for (const name of ['SUPABASE_URL', 'SUPABASE_SECRET_KEY']) Reflect.deleteProperty(env, name)
env.NEXT_RUNTIME = 'nodejs'
const { register } = await import('../../instrumentation.ts')

/**
 * Starts a server without the settings of the backend. Returns the exit codes with which the server tried to end the
 * process.
 */
async function codesOf(vercelEnv: string) {
  env.VERCEL_ENV = vercelEnv
  mock.method(console, 'error', () => {})
  const exit = mock.method(process, 'exit', () => {})
  await register()
  const codes = exit.mock.calls.map(({ arguments: [code] }) => code)
  mock.restoreAll()
  return codes
}

test('a server that could not store a lead ends before it takes the first one', async () => {
  assert.deepEqual(await codesOf('production'), [1])
})

test('a preview without a backend is served', async () => {
  assert.deepEqual(await codesOf('preview'), [])
})
