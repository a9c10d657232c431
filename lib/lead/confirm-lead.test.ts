import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import '../../tests/kit/resolve-as-next.ts'

const { confirmLead } = await import('./confirm-lead.ts')

for (const shown of ['', 'confirmation 2020-01', '2026-11'])
  test(`a post that names “${shown}” as the text shown confirms nothing`, async (t) => {
    t.after(() => mock.restoreAll())
    const log = mock.method(console, 'error', () => {})
    assert.equal(await confirmLead(crypto.randomUUID(), shown, new Headers()), 'unknown')
    assert.equal(log.mock.callCount(), 0)
  })

for (const token of ['a'.repeat(43), '', 'constructor'])
  test(`the token “${token}”, which is no UUID, costs no call of the function`, async (t) => {
    t.after(() => mock.restoreAll())
    const log = mock.method(console, 'error', () => {})
    // This test has no backend, so a call of the function would fail and would be logged.
    assert.equal(await confirmLead(token, 'confirmation 2026-11', new Headers()), 'unknown')
    assert.equal(log.mock.callCount(), 0)
  })
