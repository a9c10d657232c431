import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstName } from './first-name.ts'

test('the first word of a name is the first name if it is made of letters', () => {
  for (const [name, first] of [
    ['Ada Lovelace', 'Ada'],
    ['  Zoë  ', 'Zoë'],
    ['O’Brien Pat', 'O’Brien'],
    ["D'Arcy", "D'Arcy"],
    ['Anne-Marie Doe', 'Anne-Marie'],
    ['李小龍', '李小龍'],
    ['مُحَمَّد علي', 'مُحَمَّد'],
    ['नरेंद्र', 'नरेंद्र'],
    ['สมชาย', 'สมชาย'],
    ['あゆみ', 'あゆみ'],
    ["Jean-D'Arcy", "Jean-D'Arcy"],
    ['Wolfeschlegelsteinha', 'Wolfeschlegelsteinha'],
  ] as const) {
    assert.equal(firstName(name), first)
  }
})

test('any other text has no first name', () => {
  const others = [
    'Ваш-аккаунт-заблокирован-позвоните',
    'evilꓸcom’s',
    'Аdа', // The Cyrillic А and а beside a Latin d.
    'Adaʼs',
    'Wolfeschlegelsteinhau',
    "D'Ar'cy",
    'www.evil.example',
    'https://x',
    'a@b',
    'Win$',
    'x1',
    '-',
    "'Ada'",
    'Ada-',
    '💥',
    '\u202eAda',
    'A\u200bda',
  ]
  for (const name of [...others, '', `a${'\u0301'.repeat(10)}`]) {
    assert.equal(firstName(name), undefined, name)
  }
})
