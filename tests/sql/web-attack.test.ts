import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openWebDesk, tryKey } from './open-web-desk.ts'

const { database, query, desk, accept, runAs, signIn, join, call, log } = await openWebDesk()
after(() => database.close())

const ada = await join('ada', 'owner')
const cy = await join('cy', 'colleague')
const rea = await join('rea', 'reader')
const answerOf = async (...args: Parameters<typeof call>) => (await call(...args)).answer

test('an act answers to its author alone, whoever knows its id', async () => {
  const { id } = (await answerOf(cy, 'begin_act', { press: 'a press of cy' })) as { id: string }
  const told = { sentence: 'Eve was texted.', undo: { action: '/x', values: {} } }
  await call(cy, 'end_act', { act: id, told, next: '/leads' })
  const stored = () =>
    query('select told, next, persons, shown_at, undone_at from desk_acts where id = $1', [id])
  const before = await stored()
  for (const person of [rea, ada]) {
    const opened = (await answerOf(person, 'open_page', { notice: id })) as {
      told: unknown
      undos: unknown[]
    }
    assert.deepEqual([opened.told, opened.undos], [null, []])
    const forged = { sentence: 'Forged', undo: { action: '/people/erase', values: { all: 'yes' } } }
    await call(person, 'end_act', { act: id, told: forged, next: '/forged', persons: '{}' })
    const own = (await answerOf(person, 'begin_act', { press: crypto.randomUUID() })) as { id: string }
    await call(person, 'end_act', { act: own.id, told: {}, next: '/', undone: id })
    await call(person, 'drop_act', { act: id })
    await call(person, 'choose_people', { act: id, chosen: `{${crypto.randomUUID()}}` })
  }
  assert.deepEqual(await stored(), before)
  const own = (await answerOf(cy, 'open_page', { notice: id })) as { told: { sentence: string } }
  assert.equal(own.told.sentence, 'Eve was texted.')
})

test('no list gives more than 100 rows on the web, and where the database is all', async () => {
  await query(`
    insert into incoming_texts (id, sender, words, received_at)
      select gen_random_uuid(), '+1201555' || lpad(n::text, 4, '0'), 'No', now() from generate_series(1, 130) n;
    insert into number_events (phone_e164, kind, said_by)
      select '+1201555' || lpad(n::text, 4, '0'), 'stop', 'desk:test' from generate_series(1, 130) n`)
  for (let n = 0; n < 3; n++) await accept({ email: `n${n}@example.org` })
  await query(`
    insert into outbox (kind, contents, status, reason, last_error, attempts)
      select 'notice', '{}', 'failed', 'rejected', '550', 1 from generate_series(1, 130)`)
  type Lists = { numbers: unknown[]; texts: unknown[]; messages: unknown[]; cut_at: number | null }
  const sizes = ({ numbers, texts, messages, cut_at: cut }: Partial<Lists>) => [
    ...[numbers?.length, texts?.length, messages?.length, cut],
  ]
  const lists = async (read: (name: string) => Promise<unknown>) => [
    sizes((await read('list_stops')) as Lists),
    sizes((await read('list_failures')) as Lists),
    sizes((await read('unanswered_texts')) as Lists),
  ]
  assert.deepEqual(await lists((name) => answerOf(rea, name)), [
    [100, 100, undefined, undefined],
    [undefined, undefined, 100, 100],
    [undefined, 20, undefined, undefined],
  ])
  assert.deepEqual(await lists((name) => desk(name)), [
    [130, 130, undefined, undefined],
    [undefined, undefined, 130, null],
    [undefined, 20, undefined, undefined],
  ])
})

test('a file of other people is a file of its own in the log, from whatever page it begins', async () => {
  await query(`delete from outbox where kind = 'notice'`)
  const files = async () => (await log()).filter(({ called }) => called === 'export_leads').length
  const { answer } = await call(ada, 'export_leads', {
    use: 'everything',
    filters: { search: 'n2' },
    max_rows: 1,
  })
  assert.ok(answer)
  const far = (await desk<{ older: string }>('list_leads', { max_rows: 1 })).older
  assert.ok(far)
  await call(ada, 'export_leads', { use: 'everything', filters: {}, before: far })
  await call(ada, 'export_leads', { use: 'everything', filters: {}, before: far, max_rows: 1 })
  await call(ada, 'export_leads', { use: 'everything', filters: {}, sort: 'name', before: far })
  assert.equal(await files(), 3)
  const [told] = await query(
    `select count(*)::integer as mails from outbox where contents ->> 'act' = 'export_leads'`,
  )
  // An export that fails is told to nobody, because it gave nothing.
  const done = (await log()).filter(({ called, outcome }) => called === 'export_leads' && outcome === 'done')
  assert.equal(told?.mails, done.length)
  assert.equal(JSON.stringify(await answerOf(ada, 'list_log')).includes('"file"'), false)
})

const ask = async (step: string, network: string, address: string) =>
  (
    await database.queryAs('anon', 'select desk_try($1, $2, $3, $4) as may', [tryKey, step, network, address])
  )[0]?.may

test('the digits of a second factor are tried ten times an hour, from wherever', async () => {
  const tries = []
  for (let time = 0; time < 12; time++) tries.push(await ask('factor', `192.0.2.${time}`, ada.user))
  assert.deepEqual(tries, [...Array(10).fill(true), false, false])
  assert.equal(await ask('factor', '192.0.2.0', cy.user), true)
})

test('a flood of addresses from one network leaves few rows behind', async () => {
  const rows = async () =>
    (await query('select count(*)::integer as rows from lead_rates'))[0]?.rows as number
  const before = await rows()
  for (let time = 0; time < 200; time++) await ask('send', '198.51.100.9', `${time}@example.org`)
  for (let time = 0; time < 200; time++) await ask('code', '198.51.100.9', `${time}@example.org`)
  assert.ok((await rows()) - before <= 4 + 2 * (20 + 40), String((await rows()) - before))
  // Whoever comes from elsewhere is served.
  assert.equal(await ask('send', '198.51.100.10', 'rea@team.example'), true)
  assert.equal(await ask('code', '198.51.100.10', 'rea@team.example'), true)
})

test('a reset takes away the password that somebody else chose for the address', async () => {
  await desk('add_member', { name: 'pat', address: 'pat@team.example', role: 'reader' })
  const { user } = await signIn('pat@team.example', { aal: 'aal1' })
  await query(`update auth.users set encrypted_password = 'of a stranger' where id = $1`, [user])
  await desk('reset_member', { name: 'pat' })
  assert.deepEqual(
    await query('select encrypted_password as password from auth.users where id = $1', [user]),
    [{ password: null }],
  )
})

test('the pin leaves nothing to somebody who signed up with the address first', async () => {
  await desk('add_member', { name: 'kim', address: 'kim@team.example', role: 'reader' })
  const kim = await signIn('kim@team.example')
  await query(`update auth.users set encrypted_password = 'of a stranger' where id = $1`, [kim.user])
  const other = crypto.randomUUID()
  await query(
    `insert into auth.mfa_factors (id, user_id, factor_type, status) values ($1, $2, 'totp', 'verified')`,
    [other, kim.user],
  )
  await query(
    `insert into auth.sessions (id, user_id, factor_id, aal)
      values (gen_random_uuid(), $1, $2, 'aal2'), (gen_random_uuid(), $1, null, 'aal1')`,
    [kim.user, other],
  )
  const [row] = await query('select factor_letters($1) as letters', [kim.factor])
  assert.equal(await desk('pin_member', { name: 'kim', letters: row?.letters }), true)
  const left = await query(
    `select person.encrypted_password as password, factor.id as factor, session.id as session
      from auth.users person
      join auth.mfa_factors factor on factor.user_id = person.id
      join auth.sessions session on session.user_id = person.id
      where person.id = $1`,
    [kim.user],
  )
  assert.deepEqual(left, [{ password: null, factor: kim.factor, session: kim.session }])
})

test('a login of a colleague gets at the doors by no trigger, temporary function, view or setting', async () => {
  // A copy of a database has not the rights of the one that it was made from.
  await query('select private.secure_leads()')
  await query(`
    do $$ begin create role attacker_of_tests in role lead_desk; exception when duplicate_object then null; end $$`)
  const claims = `'${JSON.stringify(ada.claims)}'`
  const statements = [
    'create temporary table desk_members (id uuid)',
    `create function pg_temp.web_claims() returns jsonb language sql as $f$ select ${claims}::jsonb $f$`,
    `create function public.desk(called text) returns jsonb language sql as $f$ select '{}'::jsonb $f$`,
    `create function desk.mine() returns jsonb language sql as $f$ select '{}'::jsonb $f$`,
    'create view public.mine as select * from private.desk_members',
    'create trigger mine before insert on private.desk_log for each row execute function suppress_redundant_updates_trigger()',
    'create rule mine as on insert to private.desk_log do instead nothing',
    'create event trigger mine on ddl_command_end execute function public.desk()',
    'alter table private.desk_members disable row level security',
    'alter table private.desk_log owner to attacker_of_tests',
    'delete from private.desk_log',
    'truncate private.desk_log',
    'copy private.desk_members to stdout',
    'lock table private.desk_log',
    `update auth.sessions set aal = 'aal2'`,
    `insert into auth.users (id, email) values (gen_random_uuid(), 'x@team.example')`,
    'select from auth.users',
    'set role authenticated',
    'set role authenticator',
    'grant authenticated to attacker_of_tests',
    'alter role attacker_of_tests createrole',
    'alter role lead_door login password $$x$$',
    'alter function desk.attention() security invoker',
    'alter function public.desk(text, jsonb) set search_path = pg_temp',
    'comment on function public.desk(text, jsonb) is $$mine$$',
    `select private.find_refusal('attention', ${claims})`,
    'select private.secure_leads()',
    `select public.admit_member('{"user": {"email": "ada@team.example"}}')`,
    `select public.desk_try('x', 'send', '', '')`,
  ]
  for (const statement of statements)
    await assert.rejects(
      runAs('attacker_of_tests', `set local request.jwt.claims = ${claims}; ${statement}`),
      ({ code }) => code === '42501',
      statement,
    )
  // What they may call does not take them for a member, whatever the settings say.
  const { leads } = ((
    await runAs(
      'attacker_of_tests',
      `set local request.jwt.claims = ${claims}; select desk.list_leads() as said`,
    )
  )[0]?.said ?? {}) as { leads: unknown[] }
  assert.ok(Array.isArray(leads))
  await assert.rejects(
    runAs('attacker_of_tests', `set local request.jwt.claims = ${claims}; select desk.show_membership()`),
    { code: '42501' },
  )
  assert.deepEqual(await query('select private.find_access_faults() as faults'), [{ faults: [] }])
})
