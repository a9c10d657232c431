import assert from 'node:assert/strict'
import { after } from 'node:test'
import { issuer, openWebDesk, tryKey } from './open-web-desk.ts'
import { testOnEmpty } from './test-on-empty.ts'

const { database, query, desk, signIn, join, call } = await openWebDesk()
after(() => database.close())
const test = testOnEmpty(
  database,
  `delete from auth.users; insert into desk_web (issuer, try_key_hash) values ('${issuer}', sha256('${tryKey}'))`,
)

const add = (name: string, role = 'colleague') =>
  desk('add_member', { name, address: ` ${name.toUpperCase()}@Team.example `, role })
const notices = async () =>
  (await query(`select contents from outbox where kind = 'notice' order by sequence`)).map(
    ({ contents }) => contents,
  )

test('a member enrols, reads six letters out, is pinned with them and is in', async () => {
  await add('ada', 'owner')
  const early = await signIn('ada@team.example', { aal: 'aal1' })
  await query('delete from auth.mfa_factors')
  const asked = () => call(early, 'show_membership')
  const [calls] = await query(`select list_calls('owner') as calls`)
  const shown = { name: 'ada', role: 'owner', letters: null, ...calls }
  assert.deepEqual(await asked(), { answer: { ...shown, state: 'unenrolled' } })
  await query(
    `insert into auth.mfa_factors (id, user_id, factor_type, status) values ($1, $2, 'totp', 'unverified')`,
    [early.factor, early.user],
  )
  assert.equal(await desk('pin_member', { name: 'ada', letters: await lettersOf(early.factor) }), false)
  await query(`update auth.mfa_factors set status = 'verified'`)
  assert.deepEqual(await asked(), { answer: { ...shown, state: 'unpinned' } })
  await query(`update auth.sessions set aal = 'aal2', factor_id = $1`, [early.factor])
  const now = Math.floor(Date.now() / 1000)
  const ways = [
    { method: 'otp', timestamp: now },
    { method: 'totp', timestamp: now },
  ]
  const ada = { ...early, claims: { ...early.claims, aal: 'aal2', amr: ways } }
  const { answer } = await call(ada, 'show_membership')
  const { letters } = answer as { letters: string }
  assert.match(letters, /^[A-Z]{6}$/)
  assert.equal((await call(ada, 'attention')).refused, 'factor')

  assert.equal(await desk('pin_member', { name: 'ada', letters: 'AAAAAA' }), false)
  assert.equal(
    await desk('pin_member', { name: 'ada', letters: ` ${letters.toLowerCase().replace(/^.../, '$& ')}` }),
    true,
  )
  await assert.rejects(desk('pin_member', { name: 'ada', letters }), { code: '55000' })
  assert.deepEqual(await call(ada, 'show_membership'), { answer: { ...shown, state: 'pinned' } })
  assert.ok('answer' in (await call(ada, 'attention')))
})

const lettersOf = async (factor: string) =>
  (await query('select factor_letters($1) as letters', [factor]))[0]?.letters

test('only a factor of the user with the confirmed address is pinned', async () => {
  await add('ada')
  const others = [await signIn('eve@other.example'), await signIn('ada@team.example', { isConfirmed: false })]
  for (const other of others)
    assert.equal(await desk('pin_member', { name: 'ada', letters: await lettersOf(other.factor) }), false)
  await assert.rejects(desk('pin_member', { name: 'nobody', letters: 'ABCDEF' }), { code: 'P0002' })
})

test('a removed member is out at once, and may come back under the same name only with the same address', async () => {
  const ada = await join('ada', 'owner')
  await add('bob', 'owner')
  assert.equal(await desk('remove_member', { name: 'ada' }), true)
  assert.deepEqual(await query('select from auth.sessions'), [])
  assert.equal((await call(ada, 'attention')).refused, 'stranger')
  await assert.rejects(desk('remove_member', { name: 'ada' }), { code: 'P0002' })
  assert.equal(await desk('remove_member', { name: 'bob' }), false)
  await assert.rejects(desk('add_member', { name: 'ada', address: 'x@team.example', role: 'owner' }), {
    code: '23505',
  })
  await add('ada', 'reader')
  const members = (await desk<{ members: Record<string, unknown>[] }>('list_members')).members
  assert.deepEqual(
    members.map(({ name, role, state }) => [name, role, state]),
    [
      ['ada', 'reader', 'unpinned'],
      ['bob', 'owner', 'removed'],
    ],
    'who comes back reads the letters of a second factor to the owner again',
  )
})

test('a member with a lost factor is reset, and all factors and sessions of the user are gone', async () => {
  const ada = await join('ada', 'owner')
  await join('bob', 'owner')
  await desk('reset_member', { name: 'ada' })
  assert.equal((await call(ada, 'attention')).refused, 'session')
  const left = await query('select user_id from auth.mfa_factors union select user_id from auth.sessions')
  assert.equal(left.length, 1)
  assert.notEqual(left[0]?.user_id, ada.user)
  assert.deepEqual(
    await query(`select from desk_members where name = 'ada' and num_nonnulls(user_id, factor_id) = 0`),
    [{}],
  )
})

test('wrong names, addresses and roles, and a second member with an address, are refused', async () => {
  await add('ada')
  const cases = [
    [{ name: 'ada', address: 'b@team.example', role: 'owner' }, '23505'],
    [{ name: 'bob', address: 'ADA@team.example', role: 'owner' }, '23505'],
    [{ name: 'A B', address: 'b@team.example', role: 'owner' }, '23514'],
    [{ name: 'bob', address: 'no address', role: 'owner' }, '23514'],
    [{ name: 'bob', address: 'b@team.example', role: 'admin' }, '23514'],
  ] as const
  for (const [values, code] of cases) await assert.rejects(desk('add_member', values), { code })
})

test('each change of a member, and of the address and key of the web, is an email to the owner', async () => {
  const ada = await join('ada', 'owner')
  await desk('reset_member', { name: 'ada' })
  await desk('remove_member', { name: 'ada' })
  await desk('set_web', { issuer, try_key: tryKey })
  assert.equal((await notices()).length, 4)
  await desk('set_web', { issuer, try_key: 'another key of the web server' })
  await desk('set_web', { issuer: 'https://other.test/auth/v1', try_key: 'another key of the web server' })
  const [login] = await query('select session_user as by')
  const member = { member: 'ada', address: 'ada@team.example', role: 'owner', ...login }
  assert.deepEqual(await notices(), [
    { ...member, change: 'added' },
    { ...member, change: 'pinned' },
    { ...member, change: 'reset' },
    { ...member, change: 'removed' },
    { web: issuer, ...login },
    { web: 'https://other.test/auth/v1', ...login },
  ])
  assert.ok(ada)
})

test('logins of the database that go around the log are listed, and a list without an owner says so', async () => {
  await query(
    `do $$ begin create role login_of_tests login in role lead_desk; exception when duplicate_object then null; end $$`,
  )
  const { logins, has_owner } = await desk<{ logins: string[]; has_owner: boolean }>('list_members')
  assert.ok(logins.includes('login_of_tests'))
  assert.equal(has_owner, false)
  await query('drop role login_of_tests')
})

test('the hook lets only the address of a member become a user, and never answers without a message', async () => {
  await add('ada')
  await add('bob')
  await desk('remove_member', { name: 'bob' })
  const hook = async (email: unknown) => {
    const event = { metadata: { name: 'before-user-created' }, user: { email } }
    const [row] = await database.queryAs('supabase_auth_admin', 'select public.admit_member($1) as said', [
      event,
    ])
    return row?.said
  }
  assert.deepEqual(await hook('Ada@team.example'), {})
  for (const address of ['bob@team.example', 'eve@example.org', '', null, undefined, ['ada@team.example']])
    assert.deepEqual(await hook(address), {
      error: { http_code: 403, message: 'Signups not allowed for this instance' },
    })
})

test('the web server may ask Auth only with its key, for members and within the limits', async () => {
  await add('ada')
  const ask = async (step: string, network: string | null, address: string | null, key = tryKey) => {
    const [row] = await database.queryAs('anon', 'select public.desk_try($1, $2, $3, $4) as may', [
      key,
      step,
      network,
      address,
    ])
    return row?.may
  }
  assert.equal(await ask('send', '192.0.2.0', 'ada@team.example', 'no key'), false)
  assert.deepEqual(await query('select from lead_rates'), [])
  assert.equal(await ask('other', '192.0.2.0', 'ada@team.example'), false)
  assert.equal(await ask('send', null, 'ada@team.example'), false)
  for (let time = 0; time < 5; time++) assert.equal(await ask('send', '192.0.2.0', ' Ada@team.example'), true)
  assert.equal(await ask('send', '192.0.2.0', 'ada@team.example'), false)
  assert.equal(await ask('send', '192.0.3.0', 'ada@team.example'), true)
  for (let time = 0; time < 20; time++)
    assert.equal(await ask('send', '192.0.3.0', `${time}@example.org`), false)
  assert.equal(await ask('send', '192.0.3.0', 'ada@team.example'), false)
  for (let time = 0; time < 10; time++) assert.equal(await ask('code', '192.0.2.0', 'ada@team.example'), true)
  assert.equal(await ask('code', '192.0.2.0', 'ada@team.example'), false)
  const [kept] = await query(`select string_agg(bucket, ' ') as buckets from lead_rates`)
  assert.doesNotMatch(String(kept?.buckets), /team|192\.0/)
})
