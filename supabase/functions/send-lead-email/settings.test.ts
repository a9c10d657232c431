import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brand } from '../../../site/brand.ts'
import { readSettings } from './settings.ts'

const variables = {
  SMTP_URL: 'smtps://user%40x:p%2Fw@mail.example.org',
  MAIL_FROM: 'Brand Scalers <hello@example.org>',
  OWNER_EMAIL: 'owner@example.org',
  SITE_URL: 'https://training.example.org',
}

test('complete variables are read', () => {
  const { mail, faults, siteUrl } = readSettings(variables)
  assert.deepEqual(mail, {
    server: { host: 'mail.example.org', port: 465, secure: true, auth: { user: 'user@x', pass: 'p/w' } },
    from: { name: 'Brand Scalers', address: 'hello@example.org' },
    owners: ['owner@example.org'],
    siteUrl: variables.SITE_URL,
  })
  assert.deepEqual([faults, siteUrl], [[], variables.SITE_URL])
})

test('several owners are read, with or without spaces; one wrong address or more than ten are named', () => {
  const read = (OWNER_EMAIL: string) => readSettings({ ...variables, OWNER_EMAIL })
  const owners = ['one@example.org', 'two@example.org']
  for (const text of ['one@example.org,two@example.org', ' one@example.org , two@example.org '])
    assert.deepEqual(read(text).mail?.owners, owners)
  for (const [text, fault] of [
    ['one@example.org, two', 'must be an email address, or several with commas between them'],
    ['one@example.org,', 'must be an email address, or several with commas between them'],
    [Array(11).fill('one@example.org').join(), 'must hold ten email addresses at most'],
  ]) {
    const { mail, faults } = read(String(text))
    assert.deepEqual([mail, faults], [undefined, [{ variable: 'OWNER_EMAIL', fault }]])
  }
})

test('a bare sender address gets the brand as its name', () => {
  const { from } = readSettings({ ...variables, MAIL_FROM: 'hello@example.org' })
  assert.deepEqual(from, { name: brand, address: 'hello@example.org' })
})

test('every missing and malformed variable is named, without its value', () => {
  const wrong = { SMTP_URL: 'http://secret@x', MAIL_FROM: 'Brand <nobody>', SITE_URL: 'ftp://x' }
  const { mail, faults } = readSettings(wrong)
  assert.equal(mail, undefined)
  assert.deepEqual(faults, [
    { variable: 'SMTP_URL', fault: 'must be smtp://host:port or smtps://host:port' },
    { variable: 'MAIL_FROM', fault: 'must hold an email address' },
    { variable: 'OWNER_EMAIL', fault: 'is missing' },
    { variable: 'SITE_URL', fault: 'must be an http(s) address' },
  ])
})

test('each variable is named alone, and no email can be sent without it', () => {
  for (const name of ['SMTP_URL', 'MAIL_FROM', 'OWNER_EMAIL', 'SITE_URL']) {
    for (const value of [undefined, '', ' ', 'x y']) {
      const { mail, faults } = readSettings({ ...variables, [name]: value })
      assert.deepEqual([mail, faults.map(({ variable }) => variable)], [undefined, [name]], String(value))
    }
  }
})

const faultsOf = (changes: object) =>
  readSettings({ ...variables, ...changes }).faults.map(({ variable, fault }) => `${variable} ${fault}`)

test('a login that is not percent-encoded is named with its variable', () => {
  for (const password of ['50%', 'p@ss/word', 'p@ss?word', 'p@ss#word'])
    assert.match(
      String(faultsOf({ SMTP_URL: `smtps://u:${password}@mail.example.org:465` })),
      /^SMTP_URL must have a percent-encoded user name and password$/,
      password,
    )
  assert.deepEqual(faultsOf({ SMTP_URL: 'smtps://u:p%40ss%2Fword@mail.example.org:465/' }), [])
})

test('ports 25 and 587 are refused on Supabase, which blocks them, and accepted elsewhere', () => {
  for (const url of [
    'smtp://mail.example.org',
    'smtp://mail.example.org:25',
    'smtps://mail.example.org:587',
  ]) {
    for (const hosted of ['SB_REGION', 'DENO_DEPLOYMENT_ID']) {
      assert.match(String(faultsOf({ SMTP_URL: url, [hosted]: 'x' })), /^SMTP_URL.*:465 or smtp:\/\/…:2525$/)
    }
    assert.deepEqual(faultsOf({ SMTP_URL: url }), [])
  }
  for (const url of [
    'smtps://mail.example.org',
    'smtps://mail.example.org:465',
    'smtp://mail.example.org:2525',
  ])
    assert.deepEqual(faultsOf({ SMTP_URL: url, SB_REGION: 'x' }), [])
})

const encodings = [
  'Br%C3%A4nd',
  'Brand%20Scalers',
  '&quot;Brand&quot;',
  'Brand &amp; Scalers',
  'Br\\u00e4nd',
  'BrÃ¤nd',
  'From: Brand',
]

test('an address in angle brackets without a name is read', () => {
  const { from } = readSettings({ ...variables, MAIL_FROM: '<hello@example.org>' })
  assert.deepEqual(from, readSettings({ ...variables, MAIL_FROM: 'hello@example.org' }).from)
})

test('the name in MAIL_FROM has no quotation marks, and an encoded one is refused', () => {
  for (const [name, told] of [
    ['"Brand Scalers"', 'Brand Scalers'],
    ["'Brand Scalers'", 'Brand Scalers'],
    ['“Brand Scalers”', 'Brand Scalers'],
    ['"Brand \\"B\\" Scalers"', 'Brand "B" Scalers'],
    ["Brand's Scalers", "Brand's Scalers"],
    ['Brand "B" Scalers', 'Brand "B" Scalers'],
    ['""Brand Scalers""', 'Brand Scalers'],
    ['\\"Brand Scalers\\"', 'Brand Scalers'],
    ['«Brand Scalers»', 'Brand Scalers'],
    ['„Brand Scalers“', 'Brand Scalers'],
    ['‘Brand Scalers’', 'Brand Scalers'],
    ['`Brand Scalers`', 'Brand Scalers'],
    ['Brand Scalers\u200b', 'Brand Scalers'],
    ...[
      '‹Brand Scalers›',
      '「Brand Scalers」',
      '＂Brand Scalers＂',
      '‚Brand Scalers‘',
      '”Brand Scalers”',
      '»Brand Scalers«',
    ].map((name) => [name, 'Brand Scalers'] as const),
    ...['´Brand Scalers´', "\\'Brand Scalers\\'", `'"Brand Scalers"'`].map(
      (name) => [name, 'Brand Scalers'] as const,
    ),
    ["'Brand' & 'Scalers'", "'Brand' & 'Scalers'"],
    ['Ana @ Brand, Inc.', 'Ana @ Brand, Inc.'],
    ['"Brand" by "Scalers"', '"Brand" by "Scalers"'],
    ['Bränd', 'Bränd'],
  ] as const) {
    const { from } = readSettings({ ...variables, MAIL_FROM: `${name} <hello@example.org>` })
    assert.deepEqual(from, { name: told, address: 'hello@example.org' })
  }
  for (const name of [
    ...encodings,
    '=?UTF-8?Q?Br=C3=A4nd?=',
    '"=?utf-8?b?QnJhbmQ=?="',
    'Brand =?iso-8859-1?q?=E4?=',
  ])
    assert.deepEqual(readSettings({ ...variables, MAIL_FROM: `${name} <hello@example.org>` }).faults, [
      { variable: 'MAIL_FROM', fault: 'must have the name as people read it, without =?…?=, %20 or &amp;' },
    ])
})

test('whoever takes texts or reports of a provider needs a key that the page does not have', () => {
  const faults = (given: object) =>
    readSettings({ ...variables, ...given }).faults.map(({ variable, fault }) => `${variable} ${fault}`)
  const TWILIO_AUTH_TOKEN = '0123456789abcdef0123456789abcdef'
  assert.deepEqual(faults({}), [])
  assert.deepEqual(faults({ TWILIO_AUTH_TOKEN }), ['REPORT_SECRET is missing'])
  assert.deepEqual(faults({ TWILIO_AUTH_TOKEN, REPORT_SECRET: 'short' }), [
    'REPORT_SECRET must be at least 32 letters and digits',
  ])
  assert.deepEqual(faults({ TWILIO_AUTH_TOKEN, REPORT_SECRET: 'a'.repeat(43) }), [])
})
