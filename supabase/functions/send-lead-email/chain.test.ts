import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../../../tests/sql/open-database.ts'
import { openInbox } from '../../../tests/sql/open-inbox.ts'
import { startFunction } from '../../../tests/sql/start-function.ts'

test('a stored lead is emailed to its visitor and to the owner, at once or by a later sweep', async () => {
  await using database = await openDatabase()
  await using inbox = await openInbox()
  const owner = 'owner@brand.example'
  await using served = await startFunction(database, {
    ...inbox.settings,
    OWNER_EMAIL: owner,
  })
  const { call, background } = served
  const lead = (name: string) => ({
    name,
    email: `${name}@example.org`,
    phone: '0412 345 678',
    countryCode: 'AU',
    consent: true,
  })

  const names = ['ada', 'bob', 'cy', 'dee', 'eve']
  const answers = await Promise.all(names.map((name) => call('', lead(name))))
  assert.ok(answers.every(({ status }) => status === 201))
  await background()
  const recipients = inbox.mails.flatMap(({ to }) => to).sort()
  const visitors = names.map((name) => `${name}@example.org`)
  assert.deepEqual(recipients, [...visitors, ...names.map(() => owner)].sort())
  const [mail] = (await inbox.read()).filter(({ subject }) => subject === 'New lead: ada')
  assert.ok(mail?.text?.includes('+61412345678'))

  await database.query(
    `update outbox set status = 'pending', reason = null, due_at = now() where kind = 'owner'`,
  )
  const sweep = await call('/sweep')
  assert.deepEqual(sweep.body, { sent: 6, deferred: 0, failed: 0, lost: 0 })

  await inbox.close()
  await call('', lead('flo'))
  await background()
  const waiting = await database.query(
    `select status, attempts, last_error from outbox where status <> 'sent'`,
  )
  assert.equal(waiting.length, 2)
  for (const { status, attempts, last_error: error } of waiting) {
    assert.deepEqual([status, attempts], ['pending', 1])
    assert.match(String(error), /^ESOCKET CONN .*refused/i)
  }
})

test('who was erased and sends the same form again is emailed at once, and who then watches is not reminded', async () => {
  await using database = await openDatabase()
  await using inbox = await openInbox()
  await using served = await startFunction(database, inbox.settings)
  const { ada, key } = { ada: 'ada@example.org', key: crypto.randomUUID() }
  const send = () =>
    served.call(
      '',
      { ...{ name: 'Ada', email: ada, phone: '0412 345 678' }, countryCode: 'AU', consent: true },
      { apikey: 'sb_secret_test', 'Idempotency-Key': key },
    )
  await send()
  await served.background()
  await database.query(`
    select seal_submissions();
    select desk.erase_lead(id) from leads;
    delete from outbox;
    delete from lead_rates;
    update lead_settings set remind_after = '2 days'`)
  assert.equal((await send()).status, 201)
  await served.background()
  assert.equal(inbox.mails.filter(({ to }) => to.includes(ada)).length, 2)
  assert.deepEqual(await database.query(`select kind from outbox where status <> 'sent'`), [])
  await served.call('/begun', { token: key })
  assert.deepEqual(await database.query('select begun_at is not null as has_begun from leads'), [
    { has_begun: true },
  ])
})

test('a sweep that pg_cron asks for after its housekeeping does none itself, and any other sweep does', async () => {
  await using database = await openDatabase()
  await using inbox = await openInbox()
  await using served = await startFunction(database, {
    ...inbox.settings,
    OWNER_EMAIL: 'owner@brand.example',
  })
  const isDone = async (before: string) => {
    await database.query(
      `insert into sweep_steps (step, tried_at) select unnest(housekeeping_steps()), now() - $1::interval
      on conflict (step) do update set tried_at = excluded.tried_at`,
      [before],
    )
    await served.call('/sweep')
    const [row] = await database.query(
      `select bool_and(tried_at > now() - $1::interval) as is_done from sweep_steps where step <> 'deliver'`,
      [before],
    )
    return row?.is_done
  }
  assert.equal(await isDone('10 seconds'), false)
  assert.equal(await isDone('1 minute'), true)
})

test('a sweep delivers, and does all other steps, whatever a step of the housekeeping says', async () => {
  await using database = await openDatabase()
  await using inbox = await openInbox()
  await using served = await startFunction(database, {
    ...inbox.settings,
    OWNER_EMAIL: 'owner@brand.example',
  })
  await served.call('', {
    name: 'Ada',
    email: 'ada@example.org',
    phone: '5',
    countryCode: 'US',
    consent: true,
  })
  await served.background()
  await database.query(`
    update outbox set status = 'pending', due_at = now() where kind = 'owner';
    create or replace function public.run_housekeeping(step text default null) returns boolean language plpgsql as $$
    begin
      if step = 'queue_alerts' then raise 'broken'; end if;
      return private.run_step(step);
    end $$;
    alter function public.run_housekeeping(text) security definer set search_path = ''`)
  assert.equal((await served.call('/sweep')).status, 200)
  assert.deepEqual(await database.query(`select status from outbox where kind = 'owner'`), [
    { status: 'sent' },
  ])
  assert.deepEqual(
    await database.query(`select step from sweep_steps where step in ('queue_alerts', 'close_digests')`),
    [{ step: 'close_digests' }],
  )
})

test('where nothing calls the sweep, the next lead tells the owner, and what waits goes out with the next sweep', async () => {
  await using database = await openDatabase()
  await using inbox = await openInbox()
  await using served = await startFunction(database, {
    ...inbox.settings,
    OWNER_EMAIL: 'owner@brand.example',
  })
  const lead = (name: string) => ({
    ...{ name, email: `${name}@example.org`, phone: '0412 345 678' },
    ...{ countryCode: 'AU', consent: true },
  })
  await served.call('', lead('ada'))
  await served.background()
  await database.query(`
    update outbox set status = 'pending', reason = null, due_at = now() where kind = 'owner';
    insert into sweep_steps (step, tried_at) values ('queue_alerts', now() - interval '6 minutes')`)
  await served.call('', lead('bob'))
  await served.background()
  const subjects = async () => (await inbox.read()).map(({ subject }) => subject)
  const count = async (sought: string) => (await subjects()).filter((subject) => subject === sought).length
  assert.ok((await subjects()).includes('The sweep is not running'))
  assert.deepEqual([await count('New lead: ada'), await count('New lead: bob')], [1, 1])
  await served.call('/sweep')
  assert.deepEqual(await database.query(`select kind, status from outbox where status <> 'sent'`), [])
  assert.equal(await count('New lead: ada'), 2)
  assert.equal(await count('Keep this email: the latest seal'), 1)
})
