import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertLinear } from '../../../tests/kit/assert-linear.ts'
import { describeFailure } from './smtp-failure.ts'

test('an answer with characters that Postgres cannot store is told without them, and without addresses', () => {
  const response = '550 5.7.1 no\0 mail\ud800 from <ada@example.org>'
  const { error } = describeFailure({ code: 'EENVELOPE', command: 'MAIL FROM', response })
  assert.match(error, /^EENVELOPE MAIL FROM 550 5\.7\.1 no.? mail.? from <…>$/u)
  assert.ok(error.isWellFormed() && !error.includes('\0'))
})

test('an answer of a mail server takes linear time', () =>
  assertLinear((response) => describeFailure({ command: 'RCPT TO', response }), ['<', 'a@', '250-']))
