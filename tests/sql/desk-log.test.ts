import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openWebDesk } from './open-web-desk.ts'

const { database, query, desk, accept, join, call, log } = await openWebDesk()
after(() => database.close())

const ada = await join('ada', 'owner')
const cy = await join('cy', 'colleague')
const rea = await join('rea', 'reader')
const storeLead = async (name: string) => {
  const submission = await accept({ name, email: `${name}@example.org` })
  const [row] = await query('select lead_id as id from lead_submissions where id = $1', [submission])
  return { submission, id: String(row?.id) }
}
const newest = async () => (await log()).at(-1)
const notices = async () =>
  (
    await query(
      `select contents from outbox where kind = 'notice' and contents ? 'act' or contents ? 'settings' order by sequence`,
    )
  ).map(({ contents }) => contents)

test('the log has acts, files and opened persons, and no polls and searches', async () => {
  const { id, submission } = await storeLead('lea')
  const before = (await log()).length
  for (const name of ['attention', 'open_page', 'list_leads', 'unanswered_texts'])
    assert.ok('answer' in (await call(ada, name)), name)
  assert.equal((await log()).length, before)
  const noted = async (...[name, values, way]: [string, object, object?]) => {
    const said = await call(ada, name, values, way)
    assert.ok('answer' in said, JSON.stringify([name, said]))
    const row = await newest()
    assert.equal(row?.called, name)
    return [row?.person, row?.noted]
  }
  assert.deepEqual(await noted('show_lead', { id }), [id, {}])
  assert.deepEqual(await noted('show_lead', { email: 'LEA@example.org' }), [id, {}])
  assert.deepEqual(await noted('download_lead', { id }), [id, {}])
  const contact = { person: id, kind: 'no answer', words: 'Lea is at +12015550123' }
  assert.deepEqual(await noted('record_contact', contact), [id, { kind: 'no answer' }])
  const [note] = await query('select id from lead_notes')
  assert.deepEqual(await noted('remove_note', { note: note?.id }), [id, {}])
  assert.deepEqual(await noted('take_over', { submission }), [id, {}])
  assert.deepEqual(await noted('correct_lead', { id, email: 'lena@example.org' }), [id, {}])
  const [made] = await query('select id from lead_corrections')
  assert.deepEqual(await noted('undo_correction', { correction: made?.id }), [id, {}])
  assert.deepEqual(await noted('drop_messages', { from_status: 'held' }, { isSlow: true }), [
    null,
    { from_status: 'held' },
  ])
  // This kind is none, so the call does nothing, and its words do not stay.
  assert.deepEqual(await noted('send_again', { submission, kind: 'Lea Lee +1201' }), [id, {}])
})

test('what only an owner may do is told to the owner by email, and a file is told and kept once', async () => {
  const { id } = await storeLead('bo')
  await query(`delete from outbox where kind = 'notice'`)
  const page = { use: 'sms', max_rows: 1 }
  const { answer } = await call(ada, 'export_leads', page)
  const before = (answer as { older: string }).older
  assert.ok('answer' in (await call(ada, 'export_leads', { ...page, before })))
  assert.ok('answer' in (await call(ada, 'export_leads', { use: 'everything', before })))
  const files = (await log()).filter(({ called }) => called === 'export_leads')
  assert.deepEqual(
    files.map(({ noted }) => noted),
    [{ use: 'sms' }, { use: 'everything' }],
  )
  await call(ada, 'change_settings', { changes: { keep_traces: '1 mon' } })
  await call(ada, 'lift_stop', { phone: '+12015550123', note: '' })
  await call(ada, 'lift_stop', { phone: '+12015550123', note: 'She asked for it.' })
  await call(ada, 'erase_lead', { id }, { isSlow: true })
  const by = 'web:ada'
  assert.deepEqual(await notices(), [
    { act: 'export_leads', by },
    { act: 'export_leads', by },
    { settings: { keep_traces: ['90 days', '1 mon'] }, by },
    { act: 'change_settings', by },
    { act: 'lift_stop', by },
    { act: 'erase_lead', by },
  ])
})

test('an erasure leaves nothing of the person in the log, and who erased stays', async () => {
  const { id } = await storeLead('gil')
  await call(rea, 'show_lead', { id })
  await call(cy, 'record_contact', { person: id, kind: 'called', words: 'Gil' })
  await call(ada, 'erase_lead', { id }, { isSlow: true })
  const rows = (await query('select desk_log::text as line from desk_log')).map(({ line }) => line)
  assert.ok(rows.every((line) => !String(line).includes(id)))
  assert.deepEqual(await newest(), {
    member: 'ada',
    called: 'erase_lead',
    outcome: 'done',
    noted: {},
    person: null,
  })
})

test('a person that is deleted for another reason is gone from the log, too', async () => {
  const { id } = await storeLead('hal')
  await call(rea, 'show_lead', { id })
  await query('delete from leads where id = $1', [id])
  assert.equal((await newest())?.person, null)
})

test('the log is kept as long as submissions', async () => {
  await query(`update lead_settings set keep_submissions = '2 years'`)
  await query(`delete from desk_log`)
  await query(`insert into desk_log (member, called, outcome, at) values
    ('ada', 'show_lead', 'done', now() - interval '2 years 1 day'),
    ('ada', 'show_lead', 'done', now() - interval '1 year 11 months')`)
  await query('select private.delete_expired(1000)')
  assert.equal((await log()).length, 1)
})

test('the desk shows the log page by page, of all or of one person', async () => {
  const { id } = await storeLead('ivy')
  await query(`delete from desk_log`)
  await query(
    `insert into desk_log (member, called, outcome) select 'ada', 'stop_number', 'done' from generate_series(1, 120)`,
  )
  await call(rea, 'show_lead', { id })
  type Rows = { id: number; member: string; person_name: string | null; called: string }[]
  const { answer } = await call(cy, 'list_log')
  const first = answer as Rows
  assert.equal(first.length, 100)
  assert.deepEqual([first[0]?.member, first[0]?.called, first[0]?.person_name], ['rea', 'show_lead', 'ivy'])
  const rest = await desk<Rows>('list_log', { before: first.at(-1)?.id })
  assert.equal(rest.length, 21)
  const own = await desk<Rows>('list_log', { person: id })
  assert.deepEqual(
    own.map(({ member }) => member),
    ['rea'],
  )
})

test('a session of PostgREST with another role than authenticated acts under its own name', async () => {
  const [row] = await query(`
    set local session authorization authenticator;
    set local role anon;
    select set_config('request.jwt.claims', '{"sub": "${ada.user}"}', true), session_user::text as by`)
  assert.equal(row?.by, 'authenticator')
  const [own] = await query('select private.actor() as by, session_user::text as login')
  assert.equal(own?.by, own?.login)
})
