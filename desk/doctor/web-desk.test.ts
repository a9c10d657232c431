import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { buildInterface } from '../web/server/build-interface.ts'
import { readTarget } from './target.ts'
import { checkWebDesk } from './web-desk.ts'

const variables = {
  SUPABASE_URL: 'https://abcdefghijklmnopqrst.supabase.co',
  SUPABASE_SECRET_KEY: 'sb_secret_test',
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test',
  DESK_URL: 'https://desk.example.com',
}
/** What Auth answers for a sound desk (supabase/auth 078c3a8a, internal/api/settings.go). */
const settings = {
  external: { email: true, anonymous_users: false, phone: false },
  ...{ disable_signup: false, mailer_autoconfirm: false, phone_autoconfirm: false, saml_enabled: false },
}
const { render, signIn } = await buildInterface()
const page = render({
  page: signIn.address,
  props: { to: '/', address: '' },
  shell: { title: 'Sign in', links: [], isAlone: true },
})

async function faults({
  html = page,
  status = 200,
  cache = 'private, no-store',
  auth = settings as object,
  from = variables as Record<string, string>,
} = {}) {
  mock.method(globalThis, 'fetch', async (input: string, init: RequestInit) => {
    if (new URL(input).pathname !== '/auth/v1/settings')
      return new Response(html, { status, headers: { 'cache-control': cache } })
    assert.equal(new Headers(init.headers).get('apikey'), 'sb_publishable_test')
    return Response.json(auth)
  })
  const results = await checkWebDesk(readTarget(from))
  mock.restoreAll()
  return results.filter((one) => one.status !== 'ok').map(({ sentence }) => sentence)
}

test('the doctor looks whether the desk on the web asks who signs in, and whether Auth demands a code', async () => {
  assert.deepEqual(await faults(), [])
  const { DESK_URL: _, ...without } = variables
  assert.deepEqual(await faults({ from: without, status: 500 }), [], 'there is none')
  assert.match(String(await faults({ status: 500 })), /answered 500/)
  assert.match(String(await faults({ html: '<h1>Overview</h1>' })), /does not ask who signs in/)
  assert.match(String(await faults({ cache: 'public' })), /without no-store/)
  assert.match(String(await faults({ auth: { ...settings, mailer_autoconfirm: true } })), /without a code/)
  assert.match(String(await faults({ auth: { ...settings, disable_signup: true } })), /sends no code/)
  const anonymous = { ...settings, external: { ...settings.external, anonymous_users: true } }
  assert.match(String(await faults({ auth: anonymous })), /without a name/)
  assert.match(String(await faults({ auth: [] })), /did not tell its settings/)
})
