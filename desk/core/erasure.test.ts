import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeErasure } from './erasure.ts'
import type { Person } from './lead.ts'

test('an erasure names what stays, and each copy that only the operator can delete', () => {
  const person = { submissions: 1, confirmations: 0, withdrawals: 0, history: [{ seal: {} }] }
  const { stays } = describeErasure(person as unknown as Person)
  const kept = [
    /^1 mark that names nobody/,
    /list of stopped numbers/,
    /emails .* in the mailbox of the person and in yours/,
    /other systems, such as a CRM, .*exports and evidence files/,
    /backups .* until they expire/,
  ]
  for (const copy of kept)
    assert.ok(
      stays.some((sentence) => copy.test(sentence)),
      `${copy}`,
    )
})
