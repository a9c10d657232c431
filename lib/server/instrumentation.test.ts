import assert from 'node:assert/strict'
import { env } from 'node:process'
import { mock, test } from 'node:test'
import './resolve-as-next.ts'

for (const name of ['SUPABASE_URL', 'SUPABASE_SECRET_KEY']) Reflect.deleteProperty(env, name)
env.NEXT_RUNTIME = 'nodejs'
const { register } = await import('../../instrumentation.ts')

/** Starts a server that lacks its backend; returns the codes with which it would have ended. */
async function codesOf(vercelEnv: string) {
  env.VERCEL_ENV = vercelEnv
  mock.method(console, 'error', () => {})
  const exit = mock.method(process, 'exit', () => {})
  await register().finally(() => mock.restoreAll())
  return exit.mock.calls.map(({ arguments: [code] }) => code)
}

test('a server that could not store a lead ends before it takes the first one', async () => {
  assert.deepEqual(await codesOf('production'), [1])
})

test('a preview without a backend is served', async () => {
  assert.deepEqual(await codesOf('preview'), [])
})
