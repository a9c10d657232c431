import assert from 'node:assert/strict'
import { env } from 'node:process'
import { mock, test } from 'node:test'
import '../../tests/kit/resolve-as-next.ts'

for (const name of ['SUPABASE_URL', 'SUPABASE_SECRET_KEY']) Reflect.deleteProperty(env, name)
env.NEXT_RUNTIME = 'nodejs'
const { onRequestError, register } = await import('../../instrumentation.ts')

/** Starts a server without the settings of the backend. Returns the codes with which it tried to exit. */
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

test('an error on the server is logged with its route, and without path, message or header', async () => {
  const log = mock.method(console, 'error', () => {})
  const error = Object.assign(new TypeError('no ada@example.com'), { digest: '123' })
  const request = { path: '/watch/token?email=ada', method: 'GET', headers: { cookie: 'ada' } }
  const route = {
    routerKind: 'App Router',
    routePath: '/link/watch',
    routeType: 'render',
    revalidateReason: undefined,
  }
  await onRequestError?.(error, request, route as Parameters<NonNullable<typeof onRequestError>>[2])
  const lines = log.mock.calls.map(({ arguments: [line] }) => JSON.parse(`${line}`))
  mock.restoreAll()
  assert.deepEqual(lines, [{ event: 'request_failed', code: '/link/watch TypeError 123' }])
})
