import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomContext, randomHeaders } from '../../../proof/fuzz/random-evidence.ts'
import { createRandom } from '../../../proof/harness/random.ts'
import { makeSubmission } from '../../../proof/harness/submission.ts'
import { openClient } from '../../tests/open-client.ts'
import { openDatabase } from '../../tests/open-database.ts'
import { openLeadDatabase } from './database.ts'
import { createHandler } from './handler.ts'

const handle = createHandler({
  deliver: undefined,
  faults: [],
  checkHealth: () => Promise.reject(new TypeError('not asked for here')),
  background: () => undefined,
})
const seed = Date.now() % 1_000_000

// `npm run test:fuzz -- --only E26 --full` sends 10,000.
test(`a lead is stored whatever is said of it and by its headers (100 of them, seed ${seed})`, async () => {
  await using database = await openDatabase()
  await database.query('update lead_settings set ip_refuse_after = 1000')
  const random = createRandom(seed)
  const leads = openLeadDatabase(openClient(database))
  for (let count = 1; count <= 100; count += 1) {
    const { key, ...lead } = makeSubmission(random)
    const context = randomContext(random)
    const headers = new Headers({ 'content-type': 'application/json', 'idempotency-key': key })
    for (const [name, value] of Object.entries(randomHeaders(random))) headers.set(name, value)
    const body = `${JSON.stringify({ ...lead, consent: true }).slice(0, -1)},"context":${context}}`
    const request = new Request('http://functions.test/send-lead-email', { method: 'POST', body, headers })
    assert.equal((await handle(request, leads)).status, 201, context)
  }
  const [row] = await database.query('select count(*)::int as count from lead_submissions')
  assert.equal(row?.count, 100)
})
