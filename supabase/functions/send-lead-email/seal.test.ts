import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../../../tests/sql/open-database.ts'
import { openInbox } from '../../../tests/sql/open-inbox.ts'
import { sampleLead } from '../../../tests/sql/sample-lead.ts'
import { startFunction } from '../../../tests/sql/start-function.ts'

test('the seal of the day reaches the owner in an email of its own, which says why to keep it', async () => {
  await using database = await openDatabase()
  await using inbox = await openInbox()
  await database.query('select accept_lead(gen_random_uuid(), $1)', [sampleLead()])
  await database.query(`update outbox set status = 'sent', reason = null`)
  await using served = await startFunction(database, inbox.settings)
  assert.equal((await served.call('/sweep')).body.sent, 1)
  const [row] = await database.query(
    `select number || ':' || encode(hash, 'hex') as seal from lead_seals order by number desc`,
  )
  const [mail, ...others] = await inbox.read()
  assert.deepEqual([others, inbox.mails[0]?.to], [[], [inbox.settings.OWNER_EMAIL]])
  assert.match(String(mail?.subject), /^Keep this email/)
  for (const part of [String(mail?.html), String(mail?.text)]) {
    assert.ok(part.includes(`npm run verify -- --seal ${row?.seal}`))
    assert.match(part, /nobody can change this email\. So keep it/)
  }
})
