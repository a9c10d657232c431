import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import test from 'node:test'
import { openLeads } from './open-leads.ts'

const { accept, folder, leads, query, start } = await openLeads()

test('the command ends with the code of what it found', async () => {
  const command = start('evidence', 'eve@example.org')
  assert.equal(await text(command.stderr), 'No lead has this address.\n')
  assert.equal(command.exitCode ?? (await once(command, 'exit'))[0], 1)
})

test('a command for one person ends with 1 when nobody has the address', async () => {
  for (const command of ['evidence', 'erase'])
    assert.deepEqual(await leads(command, 'eve@example.org'), {
      code: 1,
      out: '',
      err: 'No lead has this address.\n',
    })
})

test('evidence is one text with the wording, its version, the seals and what the verification found', async () => {
  await accept('dan@example.org', { name: 'Dan' }, { campaign: {} })
  await query('select run_housekeeping()')
  await query(`delete from leads where email like '%@many.test'`)
  const file = path.join(folder, 'dan.txt')
  assert.deepEqual(await leads('evidence', 'dan@example.org', '--out', file), { code: 0, out: '', err: '' })
  const evidence = await readFile(file, 'utf8')
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
  const forged = await leads('evidence', 'dan@example.org')
  assert.match(forged.out, new RegExp(`Submission ${row?.id} \\(seal ${row?.number}\\) was changed`))
  await query('alter table lead_submissions enable trigger lead_submissions_written_once')
})

test('the evidence tells of the reminder, and since when and why the mailbox gets no more mails', async () => {
  await accept('eve@example.org', { name: 'Eve' })
  await query(`
    insert into outbox (submission_id, lead_id, kind, priority, mailbox, event)
    select submission_id, lead_id, 'visitor', 'visitor_last', mailbox, 'reminder'
    from outbox where mailbox = 'eve@example.org';
    select suppress_mailbox('eve@example.org', 'unsubscribed', 'mail program', '2026-11-20 10:00Z')`)
  const { out } = await leads('evidence', 'eve@example.org')
  assert.match(out, /visitor, reminder: /)
  assert.match(out, /No more emails +since 2026-11-20 10:00:00 UTC: unsubscribed, by mail program\n/)
  const lift = (note: string) => leads('mail-again', 'eve@example.org', '--note', note)
  assert.equal((await lift(' ')).code, 2)
  assert.match((await lift('They asked by phone')).out, /^This mailbox gets mails again\./)
  assert.match((await lift('They asked by phone')).err, /^This mailbox gets mails already\./)
  assert.doesNotMatch((await leads('evidence', 'eve@example.org')).out, /No more emails/)
  await query(`delete from leads where email = 'eve@example.org'`)
})
