import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { issuer, openWebDesk, type Person, secondsAgo, type Way } from './open-web-desk.ts'

const { database, query, desk, accept, runAs, signIn, join, call, log } = await openWebDesk()
after(() => database.close())

const ada = await join('ada', 'owner')
const cy = await join('cy', 'colleague')
const rea = await join('rea', 'reader')
await accept({ name: 'Lea', email: 'lea@example.org' })
const lea = String((await query('select id from leads'))[0]?.id)

const refused = async (person: Person, way: Way, name = 'attention', values: unknown = {}) =>
  (await call(person, name, values, way)).refused

test('a member reads and acts, the log says who did what, and a note has its author', async () => {
  const { answer } = await call(rea, 'show_lead', { id: lea })
  assert.equal((answer as { name: string }).name, 'Lea')
  assert.ok(
    'answer' in (await call(cy, 'record_contact', { person: lea, kind: 'called', words: 'Secret words' })),
  )
  const [note] = await query('select author from lead_notes')
  assert.equal(note?.author, 'web:cy')
  assert.deepEqual((await log()).slice(-2), [
    { member: 'rea', called: 'show_lead', outcome: 'done', noted: {}, person: lea },
    { member: 'cy', called: 'record_contact', outcome: 'done', noted: { kind: 'called' }, person: lea },
  ])
})

test('a token of another kind opens nothing', async () => {
  const cases: [Way, string][] = [
    [{ rawClaims: '' }, 'not_web'],
    [{ rawClaims: 'no JSON' }, 'token'],
    [{ rawClaims: '[]' }, 'token'],
    [{ rawClaims: '{}' }, 'token'],
    [{ claims: { iss: 'https://other.test/auth/v1' } }, 'token'],
    [{ claims: { iss: null } }, 'token'],
    [{ claims: { aud: 'anon' } }, 'token'],
    [{ claims: { aud: ['authenticated'] } }, 'token'],
    [{ claims: { role: 'service_role' } }, 'token'],
    [{ claims: { exp: secondsAgo(1) } }, 'token'],
    [{ claims: { exp: 'NaN' } }, 'token'],
    [{ claims: { exp: undefined } }, 'token'],
    [{ claims: { is_anonymous: true } }, 'token'],
    [{ claims: { is_anonymous: undefined } }, 'token'],
    [{ claims: { client_id: 'an OAuth app' } }, 'token'],
    [{ claims: { session_id: 'no id' } }, 'token'],
    [{ claims: { session_id: crypto.randomUUID() } }, 'session'],
    [{ claims: { session_id: undefined } }, 'session'],
    [{ claims: { session_id: rea.session } }, 'session'],
    [{ claims: { sub: rea.user } }, 'session'],
    [{ claims: { sub: crypto.randomUUID() } }, 'stranger'],
    [{ claims: { amr: [{ method: 'password', timestamp: secondsAgo(5) }] } }, 'method'],
    [{ claims: { amr: [...(ada.claims.amr as []), { method: 'password', timestamp: 1 }] } }, 'method'],
    [{ claims: { amr: [...(ada.claims.amr as []), { method: 'magiclink', timestamp: 1 }] } }, 'method'],
    [{ claims: { amr: [{ method: 'totp', timestamp: secondsAgo(5) }] } }, 'method'],
    [{ claims: { amr: [] } }, 'method'],
    [{ claims: { amr: undefined } }, 'method'],
    [{ claims: { amr: 'otp' } }, 'token'],
    [{ claims: { amr: [{ method: 'otp', timestamp: secondsAgo(5) }] } }, 'aal1'],
    [{ claims: { aal: 'aal1' } }, 'aal1'],
    [{ claims: { aal: 'aal3' } }, 'aal1'],
    [{ isGet: true }, 'read_only'],
    [{ headers: { prefer: 'tx=rollback' } }, 'prefer'],
    [{ headers: { prefer: '' } }, 'prefer'],
  ]
  for (const [way, reason] of cases) assert.equal(await refused(ada, way), reason, JSON.stringify(way))
  assert.deepEqual(Object.keys(await call(ada, 'attention')), ['answer'])
})

test('a code of the second factor lasts half a day, and ten minutes for what the owner is told of', async () => {
  const at = (seconds: number) => ({
    claims: {
      amr: [
        { method: 'otp', timestamp: secondsAgo(seconds + 60) },
        { method: 'totp', timestamp: secondsAgo(seconds) },
      ],
    },
  })
  assert.equal(await refused(ada, at(11.9 * 3600)), undefined)
  assert.equal(await refused(ada, at(12.1 * 3600)), 'stale')
  const settings = { changes: { double_opt_in: 'true' } }
  assert.equal(await refused(ada, at(620), 'change_settings', settings), 'stale')
  assert.equal(await refused(ada, at(500), 'change_settings', settings), undefined)
})

test('a session that was ended, is a week old or belongs to a banned user opens nothing', async () => {
  const eve = await join('eve', 'reader')
  const change = async (sql: string, reason: string | undefined) => {
    await query(sql, [eve.user])
    assert.equal(await refused(eve, {}), reason, sql)
  }
  await change('update auth.users set banned_until = now() + interval $$1 day$$ where id = $1', 'stranger')
  await change('update auth.users set banned_until = null, deleted_at = now() where id = $1', 'stranger')
  await change('update auth.users set deleted_at = null, is_anonymous = true where id = $1', 'stranger')
  await change(
    'update auth.users set is_anonymous = false, email_confirmed_at = null where id = $1',
    'stranger',
  )
  await change('update auth.users set email_confirmed_at = now() where id = $1', undefined)
  await change(
    'update auth.sessions set created_at = now() - interval $$8 days$$ where user_id = $1',
    'session',
  )
  await change(
    'update auth.sessions set created_at = now(), not_after = now() - interval $$1 s$$ where user_id = $1',
    'session',
  )
  await change('update auth.sessions set not_after = null, aal = $$aal1$$ where user_id = $1', 'aal1')
  await change('update auth.sessions set aal = $$aal2$$ where user_id = $1', undefined)
  await change('delete from auth.sessions where user_id = $1', 'session')
})

test('whoever has the keys of Auth opens nothing for a member: another factor, another user, the same id', async () => {
  const dan = await join('dan', 'owner')
  // Auth's admin makes a session for the member, and verifies a factor of his own.
  const factor = crypto.randomUUID()
  await query(
    `insert into auth.mfa_factors (id, user_id, factor_type, status) values ($1, $2, 'totp', 'verified')`,
    [factor, dan.user],
  )
  await query('update auth.sessions set factor_id = $1 where id = $2', [factor, dan.session])
  assert.equal(await refused(dan, {}), 'factor')
  await query('update auth.sessions set factor_id = $1 where id = $2', [dan.factor, dan.session])
  await query(`update auth.mfa_factors set status = 'unverified' where id = $1`, [dan.factor])
  assert.equal(await refused(dan, {}), 'factor')
  // He deletes the user, and makes one anew with the id and the address of the member.
  await query('delete from auth.users where id = $1', [dan.user])
  assert.equal(await refused(dan, {}), 'stranger')
  await query('insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())', [
    dan.user,
    'dan@team.example',
  ])
  await query(
    `insert into auth.mfa_factors (id, user_id, factor_type, status) values ($1, $2, 'totp', 'verified')`,
    [factor, dan.user],
  )
  await query(`insert into auth.sessions (id, user_id, factor_id, aal) values ($1, $2, $3, 'aal2')`, [
    dan.session,
    dan.user,
    factor,
  ])
  assert.equal(await refused(dan, {}), 'factor')
  // Another user takes the address of a member who is pinned.
  await query(`update auth.users set email = 'moved@team.example' where id = $1`, [dan.user])
  assert.equal(await refused(await signIn('dan@team.example'), {}), 'stranger')
})

test('strangers, unconfirmed addresses and removed members open nothing, not even the enrolment', async () => {
  const gus = await join('gus', 'colleague')
  assert.equal(await refused(gus, {}), undefined)
  await desk('remove_member', { name: 'gus' })
  assert.equal(await refused(gus, {}), 'stranger')
  const strangers = [await signIn('stranger@example.org'), await signIn('gus@other.example', { aal: 'aal1' })]
  await desk('add_member', { name: 'hal', address: 'hal@team.example', role: 'owner' })
  strangers.push(await signIn('hal@team.example', { isConfirmed: false }))
  for (const person of strangers)
    for (const name of ['attention', 'show_membership'])
      assert.equal(await refused(person, {}, name), 'stranger')
  const [row] = (await log()).slice(-1)
  assert.equal(row?.member, `user ${strangers[2]?.user}`)
})

test('a login of the database, with whatever claims, reaches no door and cannot change one', async () => {
  await query(
    `do $$ begin create role colleague_of_tests in role lead_desk; exception when duplicate_object then null; end $$`,
  )
  for (const role of ['colleague_of_tests', 'lead_desk', 'lead_backup', 'anon', 'service_role']) {
    await assert.rejects(
      call(ada, 'attention', {}, { login: 'colleague_of_tests', role: 'colleague_of_tests' }),
      {
        code: '42501',
      },
    )
    for (const statement of [
      `select public.desk('attention')`,
      `select public.desk_slow('variants')`,
      `select private.admit('attention', '{}', false)`,
      `select private.settle_call(1, 'done', '{}')`,
      `select private.call_desk('attention', '{}', false)`,
      'drop function public.desk',
      'grant execute on function public.desk to public',
      'alter function public.desk reset search_path',
      'alter function public.desk owner to current_user',
      'set local role lead_door',
      'grant lead_door to current_user',
      `create or replace function public.desk(called text, arguments jsonb default '{}') returns jsonb
        language sql return '{}'::jsonb`,
      'select from private.desk_members',
      `insert into private.desk_members (name, address, role) values ('x', 'x@x.example', 'owner')`,
    ])
      await assert.rejects(
        runAs(role, statement),
        // A grant to somebody who may not grant is a warning in Postgres, and then does nothing.
        ({ code }) => ['42501', '42809'].includes(code),
        `${role}: ${statement}`,
      )
  }
  // PostgREST itself logs in as authenticator and takes the role of the key: that of anon has no claims.
  assert.deepEqual(await query('select private.find_access_faults() as faults'), [{ faults: [] }])
})

test('with the role authenticated but another login than PostgREST, claims are no claims', async () => {
  await query(
    `do $$ begin create role tester_of_tests in role authenticated; exception when duplicate_object then null; end $$`,
  )
  assert.equal(await refused(ada, { login: 'tester_of_tests' }), 'not_web')
})

test('a call that fails is undone and keeps its row in the log, without what it was given', async () => {
  const { error } = await call(cy, 'record_contact', { person: lea, kind: 'Ada Lovelace, +1 201 555 0123' })
  assert.equal(error?.code, '23514')
  assert.deepEqual((await log()).at(-1), {
    member: 'cy',
    called: 'record_contact',
    outcome: 'error 23514',
    noted: {},
    person: lea,
  })
  assert.equal((await call(cy, 'record_contact', { nobody: 1 })).error?.code, '42883')
  assert.equal((await call(cy, 'record_contact', { person: 'no id' })).error?.code, '22P02')
  assert.equal((await call(cy, 'record_contact', [1])).refused, 'arguments')
})

test('what is no function of the desk with a door is closed', async () => {
  for (const name of [
    'verify_lead_evidence',
    'nothing',
    'lead_token',
    'desk.attention',
    'attention()',
    '',
    'add_member',
  ])
    assert.equal(await refused(ada, {}, name), 'closed', name)
  assert.equal((await log()).at(-1)?.called, '(closed)')
})

test('the list gives at most 100 persons at once and 2000 a minute', async () => {
  for (const rows of [101, null, '101', 1e9, 'NaN', 'Infinity'])
    assert.equal(await refused(rea, {}, 'list_leads', { max_rows: rows }), 'rows', String(rows))
  assert.equal(await refused(rea, {}, 'list_leads', { max_rows: 'many' }), 'arguments')
  const page = () => refused(rea, {}, 'list_leads', { max_rows: 100 })
  assert.equal(await page(), undefined)
  // The same in this minute and the next one, if it begins just now.
  await query(`
    insert into lead_rates (bucket, ends_at, hits)
    select 'minute-list:rea', date_bin('1 minute', now(), 'epoch') + minutes * interval '1 minute', 1950
    from generate_series(1, 2) minutes
    on conflict on constraint lead_rates_pkey do update set hits = 1950`)
  assert.equal(await page(), 'limit')
  assert.ok('answer' in (await call(cy, 'list_leads', { max_rows: 100 })))
})

test('slow functions have a door of their own, with two places', async () => {
  assert.equal(await refused(rea, {}, 'variants'), 'slow')
  assert.ok('answer' in (await call(rea, 'variants', {}, { isSlow: true })))
  assert.equal(await refused(rea, { isSlow: true }), 'closed')
  await database.rollBackAfter(async (hold) => {
    await hold(`select pg_advisory_xact_lock(hashtextextended('desk_slow', 1))`)
    assert.ok('answer' in (await call(rea, 'variants', {}, { isSlow: true })))
    await hold(`select pg_advisory_xact_lock(hashtextextended('desk_slow', 2))`)
    assert.equal(await refused(rea, { isSlow: true }, 'variants'), 'busy')
  })
})

test('a flood of refusals does not fill the log', async () => {
  const fay = await signIn('fay@example.org')
  for (let time = 0; time < 105; time++) await refused(fay, {})
  const [kept] = await query('select count(*)::integer as rows from desk_log where member = $1', [
    `user ${fay.user}`,
  ])
  assert.equal(kept?.rows, 100)
})

test('without the row that puts the desk on the web, and without a sign-in, everything is closed', async () => {
  await query('delete from desk_web')
  assert.equal(await refused(ada, {}), 'token')
  await desk('set_web', { issuer, try_key: 'another' })
  assert.equal(await refused(ada, {}), undefined)
  await query('alter schema auth rename to gone')
  try {
    assert.equal(await refused(ada, {}), 'token')
    await assert.rejects(desk('pin_member', { name: 'hal', letters: 'ABCDEF' }), { code: '3F000' })
    await desk('reset_member', { name: 'hal' })
  } finally {
    await query('alter schema gone rename to auth')
  }
})
