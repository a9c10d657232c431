import assert from 'node:assert/strict'
import test from 'node:test'
import { consentWords } from '../../desk/core/consent-words.ts'
import { openDatabase, readSchema } from './open-database.ts'
import { createDatabase } from './open-empty-database.ts'
import { sampleLead } from './sample-lead.ts'
import { sayConsent } from './say-consent.ts'

test('a new kind of consent is named in one place of the schema, and then counts everywhere', async () => {
  const lists = /create function private\.consents_of\(.*?\nend;/s
  const schema = (await readSchema()).map((sql) =>
    sql.replace(lists, (text) => text.replaceAll('confirmed', 'confirmed,proven')),
  )
  const { query, queryAs, close } = await createDatabase(schema)
  await queryAs('service_role', 'select accept_lead(gen_random_uuid(), $1)', [sampleLead()])
  const said = async (kind: string) => {
    await query(sayConsent(kind as 'given'))
    const [row] = await query(`select state, text_fault as fault, open_withdrawal(id) is not null as is_open,
      (select count(*)::integer from withdrawn_numbers) as stopped from lead_states`)
    return row && Object.values(row)
  }
  assert.deepEqual(await said('confirmed'), ['confirmed', null, false, 0])
  assert.deepEqual(await said('proven'), ['proven', null, false, 0])
  assert.deepEqual(await said('given'), ['proven', null, false, 0])
  assert.deepEqual(await said('withdrawn'), ['withdrawn', 'withdrawn', true, 1])
  assert.deepEqual(await said('asked'), ['asked', 'asked', true, 1])
  assert.deepEqual(await said('proven'), ['proven', null, false, 0])
  await assert.rejects(said('sworn'), { code: '23514' })
  await close()
})

test('each state of consent has its words at the desk', async () => {
  const { query, close } = await openDatabase()
  const [row] = await query(`select consents_of('any') as states`)
  const states = row?.states as string[]
  assert.deepEqual(Object.keys(consentWords).toSorted(), states.toSorted())
  await close()
})
