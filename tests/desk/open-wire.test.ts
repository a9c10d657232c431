import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { openDesk } from '../../desk/core/open-desk.ts'
import { openTestDatabase } from './open-test-database.ts'

test('a statement of a test does not run within a transaction of the desk', async () => {
  const { url, query, close } = await openTestDatabase()
  const desk = openDesk({ SUPABASE_DB_URL: url })
  try {
    const calls = Array.from({ length: 20 }, () => desk.call('open_page', { notice: null }))
    let isOver = false
    const called = Promise.all(calls).finally(() => {
      isOver = true
    })
    called.catch(() => {})
    while (!isOver) {
      // The role of the desk sees no table.
      await query('select from leads')
      await setImmediate()
    }
    await called
  } finally {
    await desk.close()
    await close()
  }
})
