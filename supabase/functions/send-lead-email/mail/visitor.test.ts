import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleEmail } from '../../../../tests/sql/sample-email.ts'
import { visitorMail } from './visitor.ts'

const site = { siteUrl: 'https://training.example' }

test('the visitor’s mail says who sent it, in both of its parts, and says nothing if the sender is not filled in', () => {
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

test('the poster and the button lead to the person’s watch link; without a poster a line is drawn', () => {
  const token = crypto.randomUUID()
  const own = `https://training.example/watch/${token}`
  const posterUrl = 'https://training.example/poster/wide.jpg'
  const linked = (mail: { html: string }) =>
    [...mail.html.matchAll(/<a href="([^"]*)"[^>]*>(<img src="[^"]*"|Watch the training)/g)].map((found) =>
      found.slice(1),
    )
  const email = sampleEmail({ watch_token: token })
  const drawn = visitorMail(email, site)
  assert.deepEqual(linked(visitorMail(email, { ...site, posterUrl })), [
    [own, `<img src="${posterUrl}"`],
    [own, 'Watch the training'],
  ])
  assert.deepEqual(linked(drawn), [[own, 'Watch the training']])
  assert.match(drawn.html, />Day 0<.*>Day 90<.*>Month 6</s)
})
