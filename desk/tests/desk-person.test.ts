import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandIn } from './command-in.ts'
import { openDeskApp } from './open-desk-app.ts'

const { ask, forget, lead, person, query, sameOrigin, url } = await openDeskApp()

test('a confirmation is not counted as another submission', async () => {
  await query(`insert into lead_submissions (id, lead_id, content_hash, name, email, phone, country_code, consent, confirms, created_at)
    select gen_random_uuid(), lead_id, '', name, email, phone, country_code, true, id, now() from lead_submissions`)
  assert.match(
    (await ask('GET', `/leads/${person?.id}`)).body,
    /<h2>1 submission and 1 confirmation<\/h2>\s*<article>/,
  )
  assert.match((await ask('GET', forget)).body, /<li>1 submission and 1 confirmation with the evidence/)
  const shown = await commandIn({ SUPABASE_DB_URL: url })('leads', 'show', lead.email)
  assert.match(shown.out, /Submissions +1 submission and 1 confirmation\n/)
  const evidence = await commandIn({ SUPABASE_DB_URL: url })('leads', 'evidence', lead.email)
  assert.match(evidence.out, /Submissions +1 submission and 1 confirmation\n/)
  await query('delete from lead_submissions where confirms is not null')
})

test('a note about a person is shown, taken back, and in neither export nor evidence', async () => {
  const notes = `/leads/${person?.id}/notes`
  const note = (body: string) => ask('POST', notes, sameOrigin, body)
  assert.equal((await note('kind=called&words=rings+%3Cat%3E+noon')).status, 303)
  const { body } = await ask('GET', `/leads/${person?.id}`)
  assert.match(body, /<strong>called<\/strong> rings &lt;at&gt; noon/)
  assert.match((await ask('GET', '/leads')).body, />called \d+ [A-Z][a-z]{2}</)
  assert.equal((await note('kind=shouted&words=x')).status, 400)
  assert.equal((await note(`kind=note&words=${'x'.repeat(2001)}`)).status, 400)
  assert.equal(
    (await ask('POST', '/leads/00000000-0000-0000-0000-000000000000/notes', sameOrigin, 'kind=met')).status,
    404,
  )
  const run = commandIn({ SUPABASE_DB_URL: url })
  assert.match((await run('leads', 'show', lead.email)).out, /called: rings <at> noon/)
  for (const command of [
    ['leads', '--csv'],
    ['leads', 'evidence', lead.email],
  ])
    assert.doesNotMatch((await run(...command)).out, /noon/)
  const [, id] = /name="remove" value="([^"]+)"/.exec(body) ?? []
  assert.equal((await note(`remove=${id}`)).status, 303)
  assert.doesNotMatch((await ask('GET', `/leads/${person?.id}`)).body, /noon/)
  await note('kind=met&words=at+the+fair')
})

test('a person is forgotten only after the address was typed, and the desk says what was deleted', async () => {
  assert.equal((await ask('POST', forget, sameOrigin, 'email=bob@example.org')).status, 400)
  assert.equal((await query('select 1 from leads')).length, 1)
  const gone = await ask('POST', forget, sameOrigin, 'email=ANN@example.org')
  assert.equal(gone.status, 303)
  assert.equal((await query('select 1 from leads')).length, 0)
  assert.equal((await query('select 1 from lead_notes')).length, 0)
  const { body } = await ask('GET', String(gone.headers.location))
  assert.match(body, /The person is forgotten\. Deleted: 1 submission; 2 mails\. 0 tombstones stay: hashes/)
})
