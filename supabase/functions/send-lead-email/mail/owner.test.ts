import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleEmail } from '../../../../tests/sql/sample-email.ts'
import { deskUrl } from '../../_shared/desk-url.ts'
import { ownerMail } from './owner.ts'

test('the owner’s email has the person, the contact data, the consent and the origin in both parts', () => {
  const email = sampleEmail({ page: 'https://example.com/offer?utm_source=newsletter' })
  const { subject, html, text } = ownerMail(email)
  assert.equal(subject, 'New lead: Ada Lovelace')
  for (const part of [
    email.name,
    email.email,
    email.phone,
    '+12015550123',
    'United States',
    '2026-11',
    '2026-11-20 10:44 UTC',
    '/offer',
    'search.example/',
    'utm_source',
    'newsletter',
    email.submission_id,
  ]) {
    assert.ok(html.includes(part), part)
    assert.ok(text.includes(part), part)
  }
  assert.ok(
    html.includes('href="mailto:ada%40example.org"') || html.includes('href="mailto:ada@example.org"'),
  )
  assert.ok(html.includes('href="tel:+12015550123"'))
})

test('the owner’s email tells the time in the operator’s zone, and in UTC to a database without one', () => {
  const told = (zone?: string) => {
    const { text } = ownerMail({ ...sampleEmail({ submitted_at: '2026-11-20T23:44:55Z' }), time_zone: zone })
    return /\d{4}-\d\d-\d\d \d\d:\d\d [\w/]+/.exec(text)?.[0]
  }
  assert.deepEqual(
    ['America/New_York', 'Asia/Kathmandu', 'Australia/Sydney', 'Mars/Olympus', undefined].map(told),
    [
      '2026-11-20 18:44 America/New_York',
      '2026-11-21 05:29 Asia/Kathmandu',
      '2026-11-21 10:44 Australia/Sydney',
      '2026-11-20 23:44 UTC',
      '2026-11-20 23:44 UTC',
    ],
  )
})

test('the owner’s email has the name as its title, and replies, calls or opens the lead at the desk with one click', () => {
  const { html, text } = ownerMail(sampleEmail())
  assert.match(html, /<h1 [^>]*><bdi>Ada Lovelace<\/bdi><\/h1>/)
  const buttons = [...html.matchAll(/<a href="([^"]*)"[^>]*>(Reply|Call|Desk)<\/a>/g)]
  const desk = `${deskUrl}/leads?q=ada%40example.org`
  assert.deepEqual(
    buttons.map(([, href, label]) => [label, href]),
    [
      ['Reply', 'mailto:ada@example.org'],
      ['Call', 'tel:+12015550123'],
      ['Desk', desk],
    ],
  )
  assert.ok(text.includes(`Reply: ada@example.org\nCall: +12015550123\nDesk: ${desk}\n`), text)
})

test('a phone that is not a valid number is marked and has no link', () => {
  const { html, text } = ownerMail(sampleEmail({ phone: '123', phone_e164: null, country_code: 'UK' }))
  for (const part of [html, text]) assert.ok(part.includes('not a valid number for United Kingdom'))
  assert.ok(!html.includes('tel:'))
})

test('the email of a preview’s lead is marked in its subject and in both parts', () => {
  const { subject, html, text } = ownerMail(sampleEmail({ preview: true, came_before: true }))
  assert.equal(subject, '[Preview] Lead updated: Ada Lovelace')
  for (const part of [html, text]) assert.ok(part.includes('comes from a preview of the site'))
  assert.ok(!ownerMail(sampleEmail()).html.includes('preview of'))
})

test('a person who submitted before has another subject', () => {
  assert.equal(ownerMail(sampleEmail({ came_before: true })).subject, 'Lead updated: Ada Lovelace')
})

test('a difference from the record is shown, with the number that the consent is for', () => {
  const record = { name: 'Ada King', phone: '999', country_code: 'US' as const }
  const { html, text } = ownerMail(sampleEmail({ came_before: true, record }))
  for (const part of [html, text]) {
    assert.ok(part.includes('The record is unchanged, because'))
    assert.ok(part.includes('for this number only, not for the one on record'))
  }
  assert.match(text, /^Name on record: Ada King\nEmail/m)
  assert.match(text, /^Phone on record: 999\nCountry: United States\nSMS/m)
})

test('a record with the same number does not touch the consent', () => {
  const { name, phone, country_code } = sampleEmail()
  const { text } = ownerMail(sampleEmail({ name: 'Other', record: { name, phone, country_code } }))
  assert.match(text, /^Name on record: Ada Lovelace$/m)
  assert.ok(!text.includes('for this number only') && !text.includes('Phone on record'))
})

test('the owner’s email says of each consent that allows no texts why it does not count', () => {
  for (const [consent, note] of [
    ['none', 'it does not count'],
    ['asked', 'it counts once the number is confirmed by email'],
    ['withdrawn', 'the consent for the number on record is withdrawn'],
    ['stopped', 'the number is stopped, do not text it'],
    ['given', undefined],
    ['confirmed', undefined],
  ] as const) {
    const { html, text } = ownerMail(sampleEmail({ consent }))
    for (const part of [html, text]) {
      if (note) assert.ok(part.includes(note), consent)
      else assert.doesNotMatch(part, /not count|counts once|do not text/)
    }
  }
})

test('the owner’s email shows only the path of the page', () => {
  for (const page of [
    'https://phish.example/offer',
    '//phish.example/offer',
    'https://phish.example:444/offer#x',
  ]) {
    const { html, text } = ownerMail(sampleEmail({ page }))
    assert.match(text, /^Page: \/offer$/m)
    assert.ok(!`${html}${text}`.includes('phish'))
  }
  assert.ok(!ownerMail(sampleEmail({ page: 'https://[' })).text.includes('Page:'))
})

test('a confirmation is named as one of the mailbox, not of the phone', () => {
  const { subject, html, text } = ownerMail(sampleEmail({ confirms: crypto.randomUUID() }))
  assert.equal(subject, 'Lead confirmed: Ada Lovelace')
  for (const part of [html, text]) assert.ok(part.includes('That proves the mailbox, not the phone.'))
})

test('special characters in an address are encoded in its mailto link', () => {
  const { html } = ownerMail(sampleEmail({ email: "a&b?c=%d'e@example.org" }))
  assert.ok(
    html.includes('href="mailto:a%26b%3Fc%3D%25d&#39;e@example.org"'),
    html.match(/mailto:[^"]*/)?.[0],
  )
})

test('the subject is one line without direction changes and encoded words, of at most 120 characters', () => {
  const subject = (name: string) => ownerMail(sampleEmail({ name })).subject
  assert.equal(subject('a\u202eb\u2066c\u2028d'), 'New lead: abc d')
  assert.equal(subject('=?utf-8?Q?x=0D=0ABcc:_v@e?='), 'New lead: = ?utf-8?Q?x=0D=0ABcc:_v@e?=')
  assert.equal(Array.from(subject('👩'.repeat(300))).length, 120)
})

test('what a stranger typed hides nothing in the owner’s email and names no address that becomes a link', () => {
  const typed = 'pay\u200b\u2063 https://evil.example/\u00ad x:https:////evil.example'
  const { subject, html, text } = ownerMail(
    sampleEmail({ name: typed, phone: typed, referrer: typed, campaign: { utm_source: typed } }),
  )
  for (const part of [subject, html.replaceAll(/style="[^"]*"/g, ''), text]) {
    assert.match(part, /evil\. ?example/)
    assert.doesNotMatch(part, /[\u200b\u2063\u00ad]|:\/\/evil/)
  }
  assert.match(subject, /evil\. example/)
})

test('a name keeps the joiners that it is written with', () => {
  for (const name of ['ශ්\u200dරී', 'نیک\u200cزاد', '👩\u200d🚀']) {
    const { subject, html, text } = ownerMail(sampleEmail({ name }))
    for (const part of [subject, html, text]) assert.ok(part.includes(name))
  }
})
