import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertLinear } from '../../tests/kit/assert-linear.ts'
import { readCases } from '../../tests/kit/read-cases.ts'
import { suggestEmail } from './suggest-email.ts'

for (const [typed, meant] of [
  ['ada@gmial.com', 'ada@gmail.com'],
  ['ada@gmal.com', 'ada@gmail.com'],
  ['ada@gmaill.com', 'ada@gmail.com'],
  ['ada@gnail.com', 'ada@gmail.com'],
  ['ada@gmail.con', 'ada@gmail.com'],
  ['ada@gmail.co', 'ada@gmail.com'],
  ['ada@gmial.cmo', 'ada@gmail.com'],
  [' Ada.L@GMAIL.CM ', 'Ada.L@gmail.com'],
  ['ada@yahooo.co.uk', 'ada@yahoo.co.uk'],
  ['ada@hotmial.ca', 'ada@hotmail.ca'],
  ['ada@outlok.com.au', 'ada@outlook.com.au'],
  ['ada@iclod.com', 'ada@icloud.com'],
  ['ada@aol.con', 'ada@aol.com'],
  ['ada@ymail.co', 'ada@ymail.com'],
  ['ada@ymail.con', 'ada@ymail.com'],
  ['ada@hotmail.om', 'ada@hotmail.com'],
  ['ada@yahoo.co.ukk', 'ada@yahoo.co.uk'],
  ['ada@hotmail.com.com', 'ada@hotmail.com'],
  ['ada@outlook.comcom', 'ada@outlook.com'],
  ['ada@icould.com', 'ada@icloud.com'],
  // No host has such an ending.
  ...['con', 'cpm', 'cim', 'vom', 'comm', 'cmo', 'CON'].map(
    (ending) => [`Ada@mail.brand.${ending}`, 'Ada@mail.brand.com'] as const,
  ),
  ['ada@mail.con', 'ada@mail.com'],
  ['ada@brand.couk', 'ada@brand.co.uk'],
  ['ada@brand.comau', 'ada@brand.com.au'],
  ...['co.uk', 'com.au', 'ca', 'net', 'org', 'c', 'com.com', 'comcom'].map(
    (ending) => [`ada@gmail.${ending}`, 'ada@gmail.com'] as const,
  ),
] as const)
  test(`${typed.trim()} is asked about`, () => assert.equal(suggestEmail(typed), meant))

for (const right of [
  ...[
    'yahoo.com.ar',
    'hotmail.ch',
    'yahoo.com.mx',
    'yahoo.co.in',
    'hotmail.co.nz',
    'outlook.de',
    'live.cn',
  ].map((host) => `ada@${host}`),
  ...['yahoo.com.br', 'hotmail.be', 'live.co.za', 'yahoo.com.sg', 'yahoo.co.jp', 'yahoo.cl'].map(
    (host) => `ada@${host}`,
  ),
  ...['ada@gmail.com', 'ada@ymail.com', 'ada@mail.com', 'ada@email.com', 'ada@cloud.com', 'ada@gmail.de'],
  ...[
    'ada@yahoo.fr',
    'ada@live.nl',
    'ada@love.com',
    'ada@alo.com',
    'ada@msn.com',
    'ada@gmx.com',
    'ada@example.com',
  ],
  ...['co', 'cm', 'om', 'cam', 'mom', 'co.uk', 'corp', 'company'].map((ending) => `ada@brand.${ending}`),
  ...['', 'ada', 'ada@', '@gmial.com', 'a@b@gmail.com', 'con', '@brand.con', 'ada@con'],
])
  test(`“${right}” is not asked about`, () => assert.equal(suggestEmail(right), undefined))

test('no address of the known cases is asked about', () => {
  const cases = readCases(new URL('../../tests/cases/emails.tsv', import.meta.url))
  assert.ok(cases.length > 100)
  assert.deepEqual(
    cases.filter(([email = '']) => suggestEmail(email)),
    [],
  )
})

test('an address takes linear time', () => {
  assertLinear(suggestEmail, ['@', 'a@', '.a', '@a.', 'co.', 'a@a.con'])
  assertLinear((text) => suggestEmail(`a@${text}.com`), ['gmail'])
})

test('an ending that is missing is asked for', () => {
  assert.equal(suggestEmail('ada@gmail'), 'ada@gmail.com')
  assert.equal(suggestEmail('Ada@Hotmail.'), 'Ada@hotmail.com')
  assert.equal(suggestEmail('ada@comcast'), 'ada@comcast.net')
  assert.equal(suggestEmail('ada@localhost'), undefined)
})
