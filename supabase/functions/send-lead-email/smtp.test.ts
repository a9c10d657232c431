import assert from 'node:assert/strict'
import { connect, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import type { SMTPServerOptions } from 'smtp-server'
import { listen } from '../../../tests/kit/listen.ts'
import { openInbox } from '../../../tests/sql/open-inbox.ts'
import { sampleEmail } from '../../../tests/sql/sample-email.ts'
import type { OutboxEmail } from './database.ts'
import { composeMail } from './mail/compose.ts'
import { readSettings, type SmtpServer } from './settings.ts'
import { createPost, createSmtpSend } from './smtp.ts'
import { createSmtpTransport } from './smtp-transport.ts'

const owner = 'owner@example.com'

const from = { name: 'Brand Scalers', address: 'hello@brand.example' }

function serverAt(url: string): SmtpServer {
  const { server } = readSettings({ SMTP_URL: url })
  assert.ok(server, url)
  return server
}

function senderTo(
  server: SmtpServer,
  compose = composeMail({ siteUrl: 'https://training.example' }),
  deadline?: () => AbortSignal,
) {
  const transport = createSmtpTransport(server)
  return createSmtpSend(createPost({ transport, from, owners: [owner], compose, deadline }))
}

const sender = (url: string, deadline?: () => AbortSignal) => senderTo(serverAt(url), undefined, deadline)

async function sendTo(options: SMTPServerOptions, email: OutboxEmail = sampleEmail({ kind: 'visitor' })) {
  const inbox = await openInbox(options)
  const result = await sender(`smtp://127.0.0.1:${inbox.port}`)(email)
  await inbox.close()
  return { result, mails: inbox.mails }
}

const refusal = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

test('each email goes to its one recipient, with the same Message-ID in every attempt', async () => {
  const inbox = await openInbox()
  const send = sender(`smtp://127.0.0.1:${inbox.port}`)
  const [visitor, lead] = [sampleEmail({ kind: 'visitor' }), sampleEmail()]
  for (const email of [visitor, visitor, lead]) assert.deepEqual(await send(email), { outcome: 'sent' })
  const [first, second, third] = await inbox.read()
  await inbox.close()

  assert.deepEqual(
    inbox.mails.map(({ from, to }) => [from, to]),
    [
      ['hello@brand.example', [visitor.email]],
      ['hello@brand.example', [visitor.email]],
      ['hello@brand.example', [owner]],
    ],
  )
  assert.equal(first?.messageId, `<${visitor.id}@brand.example>`)
  assert.equal(second?.messageId, first?.messageId)
  assert.equal(third?.messageId, `<${lead.id}@brand.example>`)
  assert.deepEqual(first?.from, { name: 'Brand Scalers', address: 'hello@brand.example' })
  assert.equal(first?.replyTo, undefined)
  assert.deepEqual(third?.replyTo, [{ name: '', address: lead.email }])
  const header = (name: string) => first?.headers.find(({ key }) => key === name)?.value
  assert.equal(header('auto-submitted'), 'auto-generated')
  assert.equal(header('resend-idempotency-key'), visitor.id)
  for (const mail of [first, third]) assert.ok(mail?.html && mail.text)
})

test('all owners get a lead’s email; one whom the server refuses does not keep it from the others', async () => {
  const owners = ['first@brand.example', 'gone@brand.example', 'second@brand.example']
  await using inbox = await openInbox({
    onRcptTo: ({ address }, _, callback) =>
      callback(address.startsWith('gone') ? refusal(550, 'no such user') : null),
  })
  const transport = createSmtpTransport(serverAt(`smtp://127.0.0.1:${inbox.port}`))
  const compose = composeMail({ siteUrl: 'https://training.example' })
  const post = createPost({ transport, from, owners, compose })
  assert.deepEqual(await createSmtpSend(post)(sampleEmail()), { outcome: 'sent' })
  const [mail] = await inbox.read()
  assert.deepEqual(
    inbox.mails.map(({ to }) => to),
    [['first@brand.example', 'second@brand.example']],
  )
  assert.deepEqual(
    mail?.to?.map(({ address }) => address),
    owners,
  )
  await assert.rejects(post({ id: crypto.randomUUID(), kind: 'test' }), { responseCode: 550 })
})

const answer = (code: number, text: string) => (_: unknown, __: unknown, callback: (error: Error) => void) =>
  callback(refusal(code, `${text} no <visitor@example.org> here, ask postmaster@example.org`))
const onData =
  (code: number): SMTPServerOptions['onData'] =>
  (stream, _, callback) => {
    stream.resume()
    stream.on('end', () => callback(refusal(code, '5.1.1 spam')))
  }

for (const [what, options, outcome] of [
  ['an unknown mailbox', { onRcptTo: answer(550, '5.1.1') }, 'rejected'],
  ['a domain without mail', { onRcptTo: answer(556, '5.1.10') }, 'rejected'],
  ['a temporary refusal', { onRcptTo: answer(450, '4.1.1') }, 'deferred'],
  ['a full mailbox', { onRcptTo: answer(552, '5.2.2') }, 'deferred'],
  ['a policy', { onRcptTo: answer(554, '5.7.1') }, 'deferred'],
  ['the sender, told at RCPT TO', { onRcptTo: answer(550, '5.1.8') }, 'deferred'],
  [
    'a missing login, told at RCPT TO without a code',
    { onRcptTo: answer(550, 'relay not permitted') },
    'deferred',
  ],
  ['the sender', { onMailFrom: answer(553, '5.1.1') }, 'deferred'],
  ['a login that is asked for', { onMailFrom: answer(530, '5.7.0') }, 'deferred'],
  ['the message', { onData: onData(554) }, 'deferred'],
  ['the message for now', { onData: onData(452) }, 'deferred'],
] as const) {
  test(`a visitor’s email that is refused for ${what} is ${outcome}`, async () => {
    const { result } = await sendTo(options)
    assert.equal(result.outcome, outcome)
    assert.ok(!JSON.stringify(result).includes('@'), JSON.stringify(result))
  })
}

test('no refusal of the owner’s address is final, which gets the emails of a preview too', async () => {
  const options = { onRcptTo: answer(550, '5.1.1') }
  for (const email of [
    sampleEmail(),
    sampleEmail({ kind: 'visitor', preview: true }),
    {
      id: 'a',
      kind: 'alert',
      attempt: 1,
      submission_id: null,
      queued_at: '',
      contents: { failed: 1 },
    } as const,
  ])
    assert.equal(
      (await sendTo(options, email)).result.outcome,
      'deferred',
      `an email of the kind ${email.kind}`,
    )
})

test('an email of a kind that this function cannot write waits for one that can', async () => {
  const own = { id: 'a', attempt: 1, submission_id: null, queued_at: '', contents: {} }
  const { result, mails } = await sendTo({}, { ...own, kind: 'weekly' } as unknown as OutboxEmail)
  assert.deepEqual([result.outcome, mails], ['deferred', []])
})

for (const [how, end] of [
  ['is silent', (clock: AbortController) => clock.abort(new DOMException('', 'TimeoutError'))],
  ['closes', (_: AbortController, breakAll: () => void) => breakAll()],
] as const) {
  test(`an email may have arrived only once the server has all of it and ${how}`, async () => {
    for (const [step, outcome] of [
      ['RCPT TO', 'deferred'],
      ['DATA', 'unanswered'],
    ]) {
      const clock = new AbortController()
      const sockets: Socket[] = []
      const stop = () => end(clock, () => sockets[0]?.destroy())
      await using inbox = await openInbox({
        onRcptTo: (_address, _session, callback) => (step === 'RCPT TO' ? stop() : callback()),
        onData: (stream) => void stream.resume().on('end', stop),
      })
      const relay = createServer((socket) => {
        const onward = connect(inbox.port, '127.0.0.1')
        sockets.push(socket.on('error', () => undefined))
        socket.pipe(onward.on('error', () => undefined)).pipe(socket)
      })
      const result = await sender(
        `smtp://127.0.0.1:${await listen(relay)}`,
        () => clock.signal,
      )(sampleEmail())
      relay.close()
      assert.equal(result.outcome, outcome)
    }
  })
}

test('the server’s answer is kept without e-mail addresses', async () => {
  const onRcptTo: SMTPServerOptions['onRcptTo'] = (_, __, callback) =>
    callback(refusal(550, '5.1.1 <ada@example.org>: user ada@example.org unknown'))
  const { result } = await sendTo({ onRcptTo })
  assert.deepEqual(result, {
    outcome: 'rejected',
    error: 'EENVELOPE RCPT TO 550 5.1.1 <…>: user … unknown',
    codes: 'EENVELOPE RCPT TO 550 5.1.1',
  })
})

test('a server that is down, silent or not SMTP is a failure that may be retried', async () => {
  const refused = await sender('smtp://127.0.0.1:1')(sampleEmail())
  assert.equal(refused.outcome, 'deferred')

  for (const greeting of ['', '220 hello\r\n', '554 go away\r\n', '421 busy\r\n', 'HTTP/1.1 400\r\n\r\n']) {
    const clock = new AbortController()
    const isWaiting = /^$|^220/.test(greeting)
    const server = createServer((socket) => {
      socket.on('error', () => undefined).write(greeting)
      if (isWaiting) clock.abort(new DOMException('', 'TimeoutError'))
    })
    const port = await listen(server)
    const result = await sender(`smtp://127.0.0.1:${port}`, () => clock.signal)(sampleEmail())
    assert.ok(result.outcome === 'deferred', greeting)
    assert.match(result.codes, isWaiting ? /^EABORT/ : /^EPROTOCOL/)
    server.close()
  }
})

test('an email without TLS goes only to a server on this machine', async () => {
  const { result, mails } = await sendTo({ authOptional: true })
  assert.deepEqual([result.outcome, mails.length], ['sent', 1])

  // The address 0.0.0.0 reaches this machine but is not a loopback address. The mail server there does not offer TLS.
  const inbox = await openInbox()
  const far = await senderTo({ ...serverAt(`smtp://mail.example:${inbox.port}`), host: '0.0.0.0' })(
    sampleEmail(),
  )
  await inbox.close()
  assert.equal(far.outcome, 'deferred')
  assert.equal(inbox.mails.length, 0)
})

test('an error while an email is written is a failure like one of the server', async () => {
  const compose = () => {
    throw new TypeError('private')
  }
  const result = await senderTo(serverAt('smtp://127.0.0.1:1'), compose)(sampleEmail())
  assert.ok(result.outcome === 'deferred')
  assert.equal(result.error, 'unexpected')
  assert.match(result.codes, /^unexpected TypeError at compose \(\S+smtp\.test\.ts:\d+:\d+\)/)
  assert.doesNotMatch(result.codes, /private/)
})
