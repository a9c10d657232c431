import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '../../../tests/sql/open-inbox.ts'
import { sampleEmail } from '../../../tests/sql/sample-email.ts'
import type { LeadEmail } from './database.ts'
import { composeMail } from './mail/compose.ts'
import { createPost, createSmtpSend } from './smtp.ts'
import { createSmtpTransport } from './smtp-transport.ts'

const breaks = ['\r', '\u000b', '\u000c', '\u0085', '%0d%0a', '\\r\\n', '=0D=0A', '\ufe56\ufe57']
const headers = ['Bcc: victim@example.net', 'Content-Type: text/html', 'Reply-To: evil@example.net']

const hostile = [
  ...breaks.flatMap((line) => headers.map((header) => `Ada${line}${header}`)),
  'x\r\nBcc: victim@example.net',
  'x\nSubject: other',
  'x\u2028Bcc: victim@example.net',
  'x\u2029\u0085Bcc: victim@example.net',
  '=?utf-8?Q?x=0D=0ABcc:_victim@example.net?=',
  '=?utf-8?b?DQpCY2M6IHZpY3RpbUBleGFtcGxlLm5ldA==?=',
  '(comment) Ada',
  'Ada\\',
  'Ada" <victim@example.net>, "x',
  'a, victim@example.net; b',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</td></tr></table><a href="https://evil.example">Win</a>',
  '<style>*{display:none}</style>',
  '<svg/onload=x>',
  '<base href=//evil.example>',
  '<form action=//evil.example>',
  '<iframe srcdoc=x>',
  '<meta http-equiv=refresh content=0>',
  '</bdi><b>',
  '<%= 7*7 %>',
  '<!-- ',
  '-->',
  ']]>',
  '&lt;b&gt;',
  '&#60;b>',
  '{{x}}',
  'javascript:alert(1)',
  'data:text/html,<b>x</b>',
  'https://evil.example/?a=1&b=2',
  'url(https://evil.example)',
  '\u202egnp.exe',
  '\u2066x\u2069',
  '\ufeffx',
  '.\r\nQUIT\r\n',
  'ＡＢ＜ｂ＞',
  '💥',
  'e'.repeat(400),
]

const tags = (html = '') => (html.match(/<[a-z!/][^\s>]*/gi) ?? []).sort()
const addresses = (html = '') => (html.match(/(?:href|src)="[^"]*"/g) ?? []).sort()
const headerNames = (raw: string) => (raw.split('\r\n\r\n')[0]?.match(/^[^\s:]+(?=:)/gm) ?? []).sort()

function attacked(kind: LeadEmail['kind'], text: string): LeadEmail {
  const rest = { page: text, referrer: text, campaign: { utm_source: text }, consent_version: text }
  return sampleEmail({ kind, name: text, phone: text, ...rest })
}

test('no submitted text changes an email’s headers, recipient, tags or links', async () => {
  const inbox = await openInbox()
  const server = { host: '127.0.0.1', port: inbox.port, secure: false, auth: undefined }
  const from = { name: 'Brand', address: 'hello@brand.example' }
  const compose = composeMail({ siteUrl: 'https://training.example' })
  const transport = createSmtpTransport(server)
  const send = createSmtpSend(createPost({ transport, from, owners: ['owner@brand.example'], compose }))
  for (const kind of ['visitor', 'owner'] as const) {
    await send(attacked(kind, 'plain 1'))
    const control = inbox.mails.pop()
    const results = await Promise.all(hostile.map((text) => send(attacked(kind, text))))
    assert.ok(results.every(({ outcome }) => outcome === 'sent'))
    const mails = inbox.mails.splice(0)
    assert.equal(mails.length, hostile.length)
    for (const { to, raw } of mails) {
      assert.deepEqual(headerNames(raw), headerNames(control?.raw ?? ''), raw)
      assert.deepEqual(to, [kind === 'visitor' ? 'ada@example.org' : 'owner@brand.example'], raw)
    }
    for (const text of hostile) {
      const { html } = compose(attacked(kind, text))
      const { html: control } = compose(sampleEmail({ kind, name: '1', phone: '1' }))
      assert.deepEqual(tags(html), tags(control), text)
      assert.deepEqual(addresses(html), addresses(control), text)
    }
  }
  await inbox.close()
})

test('no submitted text is in the visitor’s email but a short first name', () => {
  const compose = composeMail({ siteUrl: 'https://training.example' })
  const [unnamed, ada] = ['', 'Ada'].map((name) => compose(sampleEmail({ kind: 'visitor', name })))
  for (const text of [...hostile, 'Ada', '您的账户异常请致电四零零八八八六六六六六', 'Call-YourBankAtOnce'])
    assert.deepEqual(compose(attacked('visitor', text)), /^Ada(?:\s|$)/.test(text) ? ada : unnamed, text)
})

test('each field stays on one line in the text part of the owner’s email', () => {
  const compose = composeMail({ siteUrl: 'https://training.example' })
  const lines = (text: string) => compose(attacked('owner', text)).text.split('\n').length
  for (const text of hostile) assert.equal(lines(text), lines('plain'), text)
})
