import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleEmail } from '../../../../tests/sql/sample-email.ts'
import { visitorMail } from './visitor.ts'

const site = { siteUrl: 'https://training.example' }

test('the visitor’s email says who sent it, in both of its parts, and says nothing if the sender is not filled in', () => {
  const from = {
    legalName: 'Ada & Co',
    postalAddress: '1 Main Street',
    contact: 'hello@example.com',
    links: [],
  }
  const { html, text } = visitorMail(sampleEmail(), site, from)
  assert.match(text, /\nAda & Co, 1 Main Street, hello@example\.com\n$/)
  assert.match(html, /Ada &amp; Co, 1 Main Street, hello@example\.com<\/td>/)
  assert.match(visitorMail(sampleEmail(), site, { links: [] }).text, /on our training page\.\n$/)
})

test('the poster and the button lead to the person’s watch link, and the poster is the site’s own', () => {
  const token = crypto.randomUUID()
  const own = `https://training.example/watch/${token}`
  const { html, text } = visitorMail(sampleEmail({ watch_token: token }), site)
  const linked = [...html.matchAll(/<a href="([^"]*)"[^>]*>(<img src="[^"]*"|Watch the training)/g)]
  assert.deepEqual(
    linked.map((found) => found.slice(1)),
    [
      [own, '<img src="https://training.example/poster.jpg"'],
      [own, 'Watch the training'],
    ],
  )
  assert.equal(text.split(own).length, 2)
})

test('the next step in the email leads to the video, and is there only if the operator has one', () => {
  const token = crypto.randomUUID()
  const mail = (href?: string, watch_token: string | null = token) =>
    visitorMail(sampleEmail({ watch_token }), site, undefined, {
      ...{ title: 'Ready?', link: 'Book a call', mail: 'Play first.', href },
    })
  const href = 'https://calendly.com/you/call'
  const { html, text } = mail(href)
  assert.match(
    text,
    new RegExp(`\nReady\\? Book a call:\nhttps://training\\.example/watch/${token}\nPlay first\\.\n`),
  )
  assert.match(html, new RegExp(`href="https://training\\.example/watch/${token}"[^>]*>Book a call</a>`))
  assert.doesNotMatch(html + text, /calendly|\/call\//)
  for (const without of [mail(), mail(href, null)]) assert.doesNotMatch(without.text, /Book a call/)
})

test('the email greets by the first name only if it is made of letters', () => {
  const greeting = (name: string) => visitorMail(sampleEmail({ name }), site).text.split('\n', 1)[0]
  for (const [name, first] of [
    ['Ada Lovelace', 'Ada'],
    ['Anne-Marie', 'Anne-Marie'],
    ['Иван Петров', 'Иван'],
    ['Zoë\nBcc: x', 'Zoë'],
  ] as const)
    assert.equal(greeting(name), `You’re in, ${first}. Press play.`)
  for (const name of [
    'www.evil.example',
    'evil.example',
    'A',
    '$$$',
    'Win1000',
    'x'.repeat(14),
    '<b>Ada</b>',
    'CallYourBank',
    '请致电',
  ])
    assert.equal(greeting(name), 'You’re in. Press play.', name)
})
