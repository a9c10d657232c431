import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { mock, test } from 'node:test'
import { installTool, tools } from '../../desk/setup/install-tool.ts'
import { openProject, projectUrl } from './open-account.ts'

for (const tool of Object.values(tools)) installTool(tool)

const address = `${projectUrl}/functions/v1/send-lead-email/bookings/`
const token =
  'eyJraWQiOiIxY2UxZTEzNjE3ZGNmNzY2YjNjZWJjY2Y4ZGM1YmFmYThhNjVlNjg0MDIzZjdjMzJiZTgzNDliMjM4MDEzNWI0'

type Subscription = { uri: string; callback_url: string; state: string; sent?: Record<string, unknown> }

/**
 * Stands in for api.calendly.com: the calls, statuses and fields of developer.calendly.com, “Create webhook
 * subscription”. Two subscriptions of one user cannot share an address.
 */
function openCalendly() {
  const subscriptions: Subscription[] = []
  const calls: string[] = []
  let status = 0
  const user = 'https://api.calendly.com/users/U'
  const organization = 'https://api.calendly.com/organizations/O'
  const answer = (body: unknown, code = 200) =>
    new Response(body === null ? null : JSON.stringify(body), { status: code })
  const real = globalThis.fetch
  mock.method(globalThis, 'fetch', async (input: string | URL | Request, init: RequestInit = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (url.hostname !== 'api.calendly.com') return real(input, init)
    const { method = 'GET' } = init
    calls.push(`${method} ${url.pathname}`)
    if (status)
      return answer(
        { title: 'Permission Denied', message: 'Please upgrade to a paid Calendly account.' },
        status,
      )
    if (new Headers(init.headers).get('authorization') !== `Bearer ${token}`) return answer({}, 401)
    if (url.pathname === '/users/me')
      return answer({ resource: { uri: user, current_organization: organization } })
    if (method === 'GET') {
      assert.deepEqual(
        [url.searchParams.get('user'), url.searchParams.get('organization')],
        [user, organization],
      )
      return answer({ collection: subscriptions, pagination: {} })
    }
    if (method === 'DELETE') {
      const at = subscriptions.findIndex(({ uri }) => uri.endsWith(url.pathname))
      subscriptions.splice(at, 1)
      return answer(null, 204)
    }
    const sent = JSON.parse(String(init.body)) as Record<string, unknown>
    if (subscriptions.some(({ callback_url }) => callback_url === sent.url)) return answer({}, 409)
    const made = {
      uri: `https://api.calendly.com/webhook_subscriptions/${subscriptions.length}${calls.length}`,
      ...{ callback_url: String(sent.url), state: 'active', sent },
    }
    subscriptions.push(made)
    return answer({ resource: made }, 201)
  })
  const refuse = (code: number) => {
    status = code
  }
  return { subscriptions, calls, refuse, [Symbol.dispose]: () => mock.restoreAll() }
}

test('Calendly gets a subscription with a key that we choose, once, and its token is stored and shown nowhere', async () => {
  await using account = await openProject()
  using calendly = openCalendly()
  const { printed } = account
  const run = () => account.runPart('calendar', { CALENDAR: 'calendly', CALENDLY_TOKEN: token })
  assert.equal(await run(), 0, printed.join('\n'))
  const file = () => readFileSync(path.join(account.folder, 'operator.env'), 'utf8')
  const key = /CALENDLY_SIGNING_KEY="?([0-9a-f]{64})/.exec(file())?.[1]
  assert.ok(key)
  assert.equal(account.api.state.secrets.get('CALENDLY_SIGNING_KEY'), key)
  assert.deepEqual(calendly.subscriptions[0]?.sent, {
    url: `${address}calendly`,
    events: ['invitee.created', 'invitee.canceled', 'invitee_no_show.created', 'invitee_no_show.deleted'],
    organization: 'https://api.calendly.com/organizations/O',
    user: 'https://api.calendly.com/users/U',
    scope: 'user',
    signing_key: key,
  })
  for (const text of [file(), printed.join('\n')]) assert.ok(!text.includes(token))
  assert.ok(!printed.join('\n').includes(key))
  assert.equal(await run(), 0)
  const posts = () => calendly.calls.filter((call) => call.startsWith('POST')).length
  assert.equal(posts(), 1, 'a second run changes nothing')
  // Calendly disables a subscription that it could not reach for a day.
  if (calendly.subscriptions[0]) calendly.subscriptions[0].state = 'disabled'
  assert.equal(await run(), 0, printed.join('\n'))
  assert.deepEqual([posts(), calendly.subscriptions.map(({ state }) => state)], [2, ['active']])
})

test('a token that Calendly refuses stops the run with what to do', async () => {
  await using account = await openProject()
  using calendly = openCalendly()
  for (const [code, said] of [
    [401, /does not know the token/],
    [403, /scopes users:read, scheduled_events:read, webhooks[\s\S]*Please upgrade/],
    [500, /answered 500\. → Run it again in a few minutes$/m],
  ] as const) {
    calendly.refuse(code)
    account.printed.length = 0
    assert.equal(await account.runPart('calendar', { CALENDAR: 'calendly', CALENDLY_TOKEN: token }), 1)
    assert.match(account.printed.join('\n'), said)
  }
  assert.equal(calendly.subscriptions.length, 0)
})

test('for Cal.com the address and the name of the secret are told, and nobody is asked for a token', async () => {
  await using account = await openProject()
  assert.equal(await account.runPart('calendar', { CALENDAR: 'Cal.com' }), 0, account.printed.join('\n'))
  assert.match(
    account.printed.join('\n'),
    new RegExp(`${address}calcom, and as the secret CALCOM_WEBHOOK_SECRET`),
  )
  assert.match(account.api.state.secrets.get('CALCOM_WEBHOOK_SECRET') ?? '', /^[0-9a-f]{64}$/)
  assert.equal(await account.runPart('calendar', { CALENDAR: 'outlook' }), 1)
})
