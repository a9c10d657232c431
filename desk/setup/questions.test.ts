import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Question } from './ask.ts'
import {
  hostQuestion,
  mailFailure,
  mailQuestions,
  type Outside,
  ownerQuestion,
  regionQuestion,
  senderQuestion,
  siteQuestion,
  videoQuestion,
} from './questions.ts'
import { SetupError } from './setup-error.ts'
import { siteQuestions } from './site-questions.ts'

const outside: Outside = {
  nameServers: async (domain) => {
    if (['example.com', 'example.co.uk', 'co.uk', 'com.au'].includes(domain)) return ['ns.example.com']
    const code = domain.endsWith('slow.test') ? 'ETIMEOUT' : 'ENOTFOUND'
    throw Object.assign(new Error(), { code })
  },
  signIn: async () => {},
  timeZone: 'Europe/Berlin',
}
/** A network with a proxy, whose name servers know nothing of outside, and one whose name servers know all. */
const inside = { ...outside, hasProxy: true }
const open: Outside = {
  ...inside,
  nameServers: (domain) => (domain === '.' ? Promise.resolve([]) : outside.nameServers(domain)),
}
const mail = mailQuestions('Brand <training@example.com>')

const right: [Question, typed: string, stored: string][] = [
  [siteQuestion(outside), 'training.example.com', 'https://training.example.com'],
  [siteQuestion(outside), 'https://www.example.co.uk/', 'https://www.example.co.uk'],
  [siteQuestion(outside), 'EXAMPLE.com', 'https://example.com'],
  [siteQuestion(inside), 'page.brand.example', 'https://page.brand.example'],
  [siteQuestion(inside), 'www.slow.test', 'https://www.slow.test'],
  [videoQuestion, 'https://youtu.be/aqz-KE-bpKQ', 'https://youtu.be/aqz-KE-bpKQ'],
  [videoQuestion, 'none', 'none'],
  [ownerQuestion, 'a@example.com, b@example.com', 'a@example.com, b@example.com'],
  [senderQuestion('https://training.example.com'), 'Ann <ann@example.com>', 'Ann <ann@example.com>'],
  [mail.host, 'smtp.example.com', 'smtp.example.com'],
  [mail.port, '2525', '2525'],
  [mail.password, 'a b', 'a b'],
  [regionQuestion(outside), 'frankfurt', 'eu-central-1'],
  [regionQuestion(outside), 'fra1', 'eu-central-1'],
  [hostQuestion, 'own', 'own'],
  [hostQuestion, 'Vercel', 'vercel'],
]
for (const [question, typed, stored] of right)
  test(`${question.variable} takes ${typed}`, async () => {
    assert.equal(await question.read(typed), stored)
  })

const wrong: [Question, typed: string, sentence: RegExp][] = [
  [siteQuestion(outside), '', /not a domain/],
  [siteQuestion(outside), 'ann@example.com', /email address\. Type a domain/],
  [siteQuestion(outside), 'localhost', /not a domain/],
  [siteQuestion(outside), '127.0.0.1', /not a domain/],
  [siteQuestion(outside), 'example.com/page', /after the domain/],
  [siteQuestion(outside), 'example.com:3000', /after the domain/],
  [siteQuestion(outside), 'training.exmaple.com', /No name server knows exmaple\.com/],
  [siteQuestion(outside), 'not-registered.co.uk', /No name server knows not-registered\.co\.uk/],
  [siteQuestion(outside), 'www.not-registered.com.au', /No name server knows not-registered\.com\.au/],
  [siteQuestion(outside), 'www.slow.test', /ETIMEOUT/],
  [siteQuestion(open), 'page.brand.example', /No name server knows brand\.example/],
  [videoQuestion, "<iframe src='https://player.vimeo.com/video/1?badge=0'></iframe>", /only the address/],
  [videoQuestion, 'my video', /not a video/],
  [videoQuestion, '/video.mp4', /not a video/],
  [videoQuestion, 'https://vimeo.com/', /not a video/],
  [videoQuestion, 'http://example.com/video.mp4', /https/],
  [ownerQuestion, 'owner@', /Type an email address/],
  [ownerQuestion, 'ann@gmail', /Type an email address/],
  [ownerQuestion, 'a@example.com, b@gmail', /Type an email address/],
  [ownerQuestion, '', /Type an email address/],
  [senderQuestion('https://example.com'), 'Ann', /Type an address/],
  [senderQuestion('https://example.com'), 'ann@gmail', /Type an address/],
  [mail.host, 'https://smtp.example.com', /not the name of a server/],
  [mail.host, 'smtp.example.com:465', /without the port/],
  [mail.port, '587', /Supabase blocks/],
  [mail.port, '25', /Supabase blocks/],
  [mail.port, 'tls', /a number/],
  [mail.password, '', /needed/],
  [regionQuestion(outside), 'Mars', /not one of them/],
  [hostQuestion, 'aws', /vercel or own/],
]
for (const [question, typed, sentence] of wrong)
  test(`${question.variable} refuses ${typed || 'nothing'}`, async () => {
    await assert.rejects(
      async () => question.read(typed),
      (error) => error instanceof SetupError && sentence.test(error.message),
    )
  })

test('a mail server is quoted, and an app password or the name in a certificate is the remedy', () => {
  const login = { code: 'EAUTH', response: '534 5.7.9 Application-specific password required' }
  assert.match(mailFailure(login), /^534 5\.7\.9 Application-specific.*Make an app password/)
  const message =
    "Hostname/IP does not match certificate's altnames: Host: mail.a.example. is not in the cert's altnames: DNS:*.hoster.example"
  assert.match(
    mailFailure({ code: 'ESOCKET', message, cert: { subjectaltname: 'DNS:*.hoster.example' } }),
    /certificate is for \*\.hoster\.example\. Take that name/,
  )
  assert.match(
    mailFailure({ code: 'ETIMEDOUT', message: 'Connection timeout' }),
    /lets no email out.*SMTP_URL/,
  )
  assert.match(
    mailFailure({
      code: 'EAUTH',
      response:
        '534-5.7.14 <https://a.example> Please log in via your web browser and\n534-5.7.14 then try again.',
    }),
    /web browser and then try again\. Make an app password/,
  )
  assert.match(
    mailFailure({ code: 'ESOCKET', message: '80:error:0A00010B:SSL routines:wrong version number' }),
    /Take port 587/,
  )
  assert.match(mailFailure({ code: 'ECONNRESET', message: 'read ECONNRESET' }), /another network/)
  assert.doesNotMatch(mailFailure({ code: 'EAUTH', response: '535 wrong password' }), /Make an app password/)
})

test('a default fits the question', async () => {
  for (const question of [
    senderQuestion('https://www.example.com'),
    mail.port,
    mail.user,
    regionQuestion(outside),
  ])
    assert.ok(await question.read(question.fallback ?? ''))
  assert.match(senderQuestion('https://www.example.com').fallback ?? '', /<training@example\.com>/)
  for (const site of ['https://brand.co.uk', 'https://go.brand.co.uk', 'https://watch.training.brand.co.uk'])
    assert.match(senderQuestion(site).fallback ?? '', /<training@brand\.co\.uk>/)
  assert.equal(mail.user.fallback, 'training@example.com')
  assert.equal(regionQuestion(outside).fallback, 'Frankfurt')
})

test('the README says how many questions there are, and how many have an answer in brackets', () => {
  const all: Question[] = [
    ...Object.values(siteQuestions),
    ...[hostQuestion, siteQuestion(outside), videoQuestion, ownerQuestion],
    ...[senderQuestion('https://training.example.com'), ...Object.values(mail), regionQuestion(outside)],
  ]
  const suggested = all.filter(({ fallback }) => fallback !== undefined)
  assert.match(
    readFileSync(new URL('../../README.md', import.meta.url), 'utf8'),
    new RegExp(`asks ${all.length} questions, suggests the answer to ${suggested.length} of them`),
  )
})
