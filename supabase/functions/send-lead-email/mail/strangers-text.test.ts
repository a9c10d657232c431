import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertLinear } from '../../../../tests/kit/assert-linear.ts'
import { strangersText, strangersWords } from './strangers-text.ts'
import { subjectText } from './subject-text.ts'

const tags = (letters: string) =>
  Array.from(letters, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')
const flag = (region: string) => `\u{1f3f4}${tags(region)}\u{e007f}`

test('flags, emoji and scripts with joiners stay as they were typed', () => {
  for (const text of [
    flag('gbsct'),
    flag('gbeng'),
    flag('gbwls'),
    flag('usca'),
    '👨‍👩‍👧',
    '🏳️‍🌈',
    '🇬🇧',
    'می‌خواهم',
    'ක්‍ෂ',
  ])
    assert.equal(strangersText(`Ana ${text}`), `Ana ${text}`)
})

test('what hides a text is removed', () => {
  for (const [text, shown] of [
    [`Ana${tags('secret')}`, 'Ana'],
    [`Ana\u{1f3f4}${tags('hidden text here')}`, 'Ana\u{1f3f4}'],
    ['A\u200bna\u202e', 'Ana'],
    ['A\u00adna', 'Ana'],
  ] as const)
    assert.equal(strangersText(text), shown)
})

test('no beginning of an address stays from which a mail program makes a link', () => {
  for (const text of [
    'www.evil.example/login',
    'WWW.evil.example',
    'see (www.evil.example)',
    'www2.evil.example',
    'w\u200bww.evil.example',
    'http://evil.example',
    'hxxps+a://evil.example',
    'x:http://www.evil.example',
    'ｗｗｗ.evil.example',
    'www。evil.example',
    `${'a'.repeat(40)}://evil.example`,
  ])
    assert.doesNotMatch(strangersText(text), /:\/\/|w(?:ww|ww\d)[.。]|ｗ\./iu, text)
  for (const text of ['awww. So nice', 'www', 'Aww...']) assert.equal(strangersText(text), text)
})

test('no name of a host stays, with or without a mailbox before it', () => {
  for (const [text, shown] of [
    ['evil.com/login', 'evil. com/login'],
    ['Ada security@evil.com', 'Ada security@evil. com'],
    ['ftp.evil.co.uk', 'ftp. evil. co. uk'],
    ['evіl.com', 'evіl. com'],
    ['evil。рф', 'evil。 рф'],
    ['4.evil.xn--p1ai', '4. evil. xn--p1ai'],
    ['www.evil.com', 'www evil. com'],
  ] as const)
    assert.equal(strangersWords(text), shown)
  for (const text of ['J.R.R. Tolkien', 'Ada M. King', 'Sammy Davis Jr.', '1.5', 'S.p.A.'])
    assert.equal(strangersWords(text), text)
})

test('a text of a stranger takes linear time', () => {
  assertLinear(strangersWords, ['www.', 'a:', '://', 'a.', '\u{1f3f4}\u{e0067}'])
  assertLinear(subjectText, ['=?'])
})
