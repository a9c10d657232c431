import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { findAccessFaults } from './find-access-faults.ts'
import { openDatabase } from './open-database.ts'

const database = await openDatabase()
after(() => database.close())

test('only the service role reaches the leads, and only by its own functions', async () => {
  assert.deepEqual(await database.rollBackAfter((query) => Array.fromAsync(findAccessFaults(query))), [])
})
