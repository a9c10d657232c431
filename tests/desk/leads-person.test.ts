import assert from 'node:assert/strict'
import test from 'node:test'
import { openDesk } from '../../desk/core/open-desk.ts'
import { liftSuppression, readPerson } from '../../desk/core/person.ts'
import { openLeads } from './open-leads.ts'
import { personActs } from './person-acts.ts'

const { accept, query, url } = await openLeads()
const { evidence: evidenceOf } = personActs(url)

test('evidence is one text with the wording, its version, the seals and what the verification found', async () => {
  await accept('dan@example.org', { name: 'Dan' }, { campaign: {} })
  await query('select run_housekeeping()')
  await query(`delete from leads where email like '%@many.test'`)
  const evidence = await evidenceOf('dan@example.org')
  const [row] = await query<Record<string, string>>(`
    select submission.id, number, encode(hash, 'hex') as hash, to_json(created_at at time zone 'UTC') as at
    from lead_submissions submission join lead_seals on number = seal_number where name = 'Dan'`)
  for (const part of [
    `Id                        ${row?.id}\n`,
    `Stored at                 ${row?.at}+00:00\n`,
    'Version of the wording    2026-11\n',
    `Hash of the IP address    ${'ab'.repeat(32)}\n`,
    'User agent                Mozilla/5.0 (X11)\n',
    'Page                      https://example.com/training\n',
    `Hash of the seal          ${row?.hash}\n`,
    '\n  | I agree to be called.\\u{1b}\n',
    'Nothing was changed. ',
    `npm run verify -- --seal ${row?.number}:${row?.hash}\n`,
  ])
    assert.ok(evidence.includes(part), `${part} is not in\n${evidence}`)

  await query('alter table lead_submissions disable trigger lead_submissions_written_once')
  await query(`update lead_submissions set consent_text = 'I agree to all.' where name = 'Dan'`)
  assert.match(
    await evidenceOf('dan@example.org'),
    new RegExp(`Submission ${row?.id} \\(seal ${row?.number}\\) was changed`),
  )
  await query('alter table lead_submissions enable trigger lead_submissions_written_once')
})

test('the evidence tells of the reminder, and since when and why the mailbox gets no more emails', async () => {
  await accept('eve@example.org', { name: 'Eve' })
  await query(`
    insert into outbox (submission_id, lead_id, kind, priority, mailbox, event)
    select submission_id, lead_id, 'visitor', 'visitor_last', mailbox, 'reminder'
    from outbox where mailbox = 'eve@example.org';
    select suppress_mailbox('eve@example.org', 'unsubscribed', 'mail program', '2026-11-20 10:00Z')`)
  const evidence = await evidenceOf('eve@example.org')
  assert.match(evidence, /visitor, reminder: /)
  assert.match(evidence, /No more emails +since 2026-11-20 10:00:00 UTC: unsubscribed, by mail program\n/)
  const desk = openDesk({ SUPABASE_DB_URL: url })
  const { id, suppressions } = await readPerson(desk, { email: 'eve@example.org' })
  const [held] = suppressions
  assert.ok(held)
  await assert.rejects(liftSuppression(desk, id, ' ', held), { message: /Say in a note/ })
  const note = 'They asked by phone'
  assert.match(await liftSuppression(desk, id, note, held), /^This mailbox gets emails again\./)
  await assert.rejects(liftSuppression(desk, id, note, held), { message: 'This reason is lifted already.' })
  await desk.close()
  assert.doesNotMatch(await evidenceOf('eve@example.org'), /No more emails/)
  await query(`delete from leads where email = 'eve@example.org'`)
})

test('whoever lifts one of two reasons against emails is told of the other', async () => {
  await accept('fay@example.org', { name: 'Fay' })
  await query(`select suppress_mailbox('fay@example.org', reason, 'postmark')
    from unnest('{complained,bounced}'::text[]) reason`)
  const desk = openDesk({ SUPABASE_DB_URL: url })
  const { id, suppressions } = await readPerson(desk, { email: 'fay@example.org' })
  const said: string[] = []
  for (const one of suppressions) said.push(await liftSuppression(desk, id, 'They asked', one))
  await desk.close()
  assert.match(said[0] ?? '', /^This reason is lifted\. The mailbox still gets no emails/)
  assert.match(said[1] ?? '', /^This mailbox gets emails again\./)
  await query(`delete from leads where email = 'fay@example.org'`)
})
