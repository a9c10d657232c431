import { parseArgs } from 'node:util'

// Attacks the desk on the web of a real project, with all keys of the page. The local gateway stands in for Supabase in
// the other tests; here PostgREST, Auth and pg_graphql answer themselves. It was never run: no project can be reached
// from where the product was made. Take a project without real leads, and a member who was added for this alone, and is
// reset afterwards: the script makes a session and a factor for that address.
const help = `node tests/proof/supabase/attack-desk.ts --member nobody@example.org
Reads SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY from the environment.`

const { values } = parseArgs({ options: { member: { type: 'string' } } })
const { SUPABASE_URL = '', SUPABASE_PUBLISHABLE_KEY = '', SUPABASE_SECRET_KEY = '' } = process.env
const member = values.member ?? ''
if (!member || !SUPABASE_URL || !SUPABASE_PUBLISHABLE_KEY || !SUPABASE_SECRET_KEY) {
  console.error(help)
  process.exit(2)
}

type Options = { key?: string; token?: string; headers?: Record<string, string>; body?: unknown }

async function ask(
  method: string,
  path: string,
  { key = SUPABASE_PUBLISHABLE_KEY, token, headers, body }: Options = {},
) {
  const response = await fetch(`${SUPABASE_URL}${path}`, {
    method,
    headers: {
      apikey: key,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const answer = (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, unknown>
  return {
    status: response.status,
    answer,
    said: `${response.status} ${answer.refused ?? answer.code ?? ''}`.trim(),
    text,
  }
}

let failed = 0
function judge(attack: string, said: string, wanted: RegExp) {
  const isHeld = wanted.test(said)
  failed += isHeld ? 0 : 1
  console.log(`${isHeld ? 'held' : 'GOT THROUGH'}\t${attack}\t${said}`)
}

const desk = (options: Options, called = 'attention') =>
  ask('POST', '/rest/v1/rpc/desk', { ...options, body: { called, arguments: {} } })
const auth = (path: string, body: unknown, options: Options = {}) =>
  ask('POST', `/auth/v1${path}`, { ...options, body })

judge('no session', (await desk({})).said, /^401/)
judge('the secret key without a session', (await desk({ key: SUPABASE_SECRET_KEY })).said, /^40[13]/)
judge('an anonymous sign-in', (await auth('/signup', {})).said, /^4.. anonymous_provider_disabled/)
const stranger = `${crypto.randomUUID()}@example.org`
judge('a code for a stranger', (await auth('/otp', { email: stranger })).said, /^403/)
const password = { email: stranger, password: crypto.randomUUID() }
judge('a password for a stranger', (await auth('/signup', password)).said, /^403/)
for (const schema of ['private', 'desk', 'auth'])
  judge(
    `a table of the schema ${schema}`,
    (
      await ask('GET', '/rest/v1/desk_members', {
        key: SUPABASE_SECRET_KEY,
        headers: { 'accept-profile': schema },
      })
    ).said,
    /^406/,
  )

/** Makes a session with the secret key, which is Auth’s admin, without any email. */
const link = await auth(
  '/admin/generate_link',
  { type: 'magiclink', email: member },
  { key: SUPABASE_SECRET_KEY },
)
const opened = await auth('/verify', { type: 'email', email: member, token: link.answer.email_otp })
const token = String(opened.answer.access_token ?? '')
judge('a session by the secret key', token ? (await desk({ token })).said : 'no session', /^200 aal1$/)
const prefer = { prefer: 'tx=rollback' }
judge('a call that is undone', (await desk({ token, headers: prefer })).said, /^200 prefer$/)
judge(
  'a call by GET',
  (await ask('GET', '/rest/v1/rpc/desk?called=attention', { token })).said,
  /^200 read_only$/,
)
judge('a changed token', (await desk({ token: `${token.slice(0, -4)}AAAA` })).said, /^401/)
const graph = await ask('POST', '/graphql/v1', {
  token,
  body: { query: '{ __schema { mutationType { fields { name } } } }' },
})
judge('the door by GraphQL', /"desk(Slow)?"/.test(graph.text) ? 'listed' : 'not listed', /^not listed$/)
const user = (opened.answer.user as { id?: string } | undefined)?.id ?? ''
judge('an owner’s act', (await desk({ token }, 'read_settings')).said, /^200 aal1$/)
judge('a function without a door', (await desk({ token }, 'add_member')).said, /^200 closed$/)
await ask('PUT', `/auth/v1/admin/users/${user}`, {
  key: SUPABASE_SECRET_KEY,
  body: { password: password.password },
})
const byPassword = await auth('/token?grant_type=password', { email: member, password: password.password })
const other = String(byPassword.answer.access_token ?? '')
judge(
  'a session by a password',
  other ? (await desk({ token: other }, 'show_membership')).said : 'no session',
  /^200 method$/,
)
judge('the session that the new password ended', (await desk({ token })).said, /^(200 session|401)/)
console.log(failed ? `${failed} got through.` : 'All held. Reset the member now: npm run desk, Members.')
process.exitCode = failed ? 1 : 0
