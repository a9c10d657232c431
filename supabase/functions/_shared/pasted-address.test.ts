import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertLinear } from '../../../tests/kit/assert-linear.ts'
import { pastedAddress } from './pasted-address.ts'

test('an address is taken out of what people paste around it', () => {
  for (const text of [
    'ada@example.com',
    'Ada Example <ada@example.com>',
    '"Example, Ada" <ada@example.com>',
    'mailto:ada@example.com',
    'MAILTO:ada@example.com?subject=Hi%20there',
    '<ada@example.com>',
    '<mailto:ada@example.com>',
    'ada@example.com.',
    'ada@example.com,',
    'ada@example.com; ',
    '(ada@example.com)',
    '“ada@example.com”',
    "'ada@example.com'",
    'ada@example.com (Ada Example)',
    'Ada Example ada@example.com',
    'Email: ada@example.com',
    'Ada [ada@example.com]',
    '[ada@example.com](mailto:ada@example.com)',
    'Ada <ada@example.com> <mailto:ada@example.com>',
    'ada@example.com, ada@example.com',
    '\u2068ada@example.com\u2069',
    'e-mail:ada@example.com!',
    'SMTP:ada@example.com',
    'Mail:ada@example.com',
    '*ada@example.com*',
    '„ada@example.com“',
    '{ada@example.com}',
    '`ada@example.com`',
    '• ada@example.com|',
    '<a href="mailto:ada@example.com">ada@example.com</a>',
  ])
    assert.equal(pastedAddress(text), 'ada@example.com', text)
})

test('two addresses and what is no address stay as they are', () => {
  for (const text of [
    'ada@example.com, bob@example.com',
    'Ada',
    '',
    '@',
    'ada@',
    'https://a.example/?to=ada@example.com',
    '_ada@example.com',
    'o’brien+x@example.com',
  ])
    assert.equal(pastedAddress(text), text)
})

test('a pasted text takes linear time', () => assertLinear(pastedAddress, ['<a@b>', 'mailto:', '<', 'a@']))
