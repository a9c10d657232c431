import assert from 'node:assert/strict'
import { connect, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { listen } from '../../../tests/kit/listen.ts'
import { openInbox } from '../../../tests/sql/open-inbox.ts'
import { createSmtpTransport } from './smtp-transport.ts'

const mail = { from: 'hello@brand.example', to: 'ada@example.org', text: 'Hello' }

const transportTo = (port: number, idleTimeout?: number) =>
  createSmtpTransport({ host: '127.0.0.1', port, secure: false, auth: undefined }, idleTimeout)

/**
 * Starts a server that forwards all connections to a port. The server records what the sender sends, and it can break
 * the connections.
 */
async function openRelay(target: { port: number }) {
  const sockets: Socket[] = []
  let said = ''
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined).on('data', (chunk) => (said += chunk)))
    const onward = connect(target.port, '127.0.0.1')
    socket.pipe(onward.on('error', () => undefined)).pipe(socket)
  })
  return {
    port: await listen(server),
    said: () => said,
    breakAll() {
      for (const socket of sockets.splice(0)) socket.destroy()
    },
    /** Breaks the connections as soon as the sender sends more data. */
    breakAtNextWord() {
      for (const socket of sockets.splice(0)) {
        socket.unpipe()
        socket.once('data', () => socket.destroy()).resume()
      }
    },
    [Symbol.dispose]: () => server.close(),
  }
}

test('emails one after the other share a connection', async () => {
  let opened = 0
  await using inbox = await openInbox({
    onConnect: (_, callback) => {
      opened += 1
      callback()
    },
  })
  const transport = transportTo(inbox.port)
  for (let count = 0; count < 5; count += 1) await transport.sendMail(mail)
  assert.deepEqual([inbox.mails.length, opened], [5, 1])
})

test('a connection without emails is closed', async () => {
  const closed = Promise.withResolvers<void>()
  await using inbox = await openInbox({ onClose: () => closed.resolve() })
  using relay = await openRelay(inbox)
  await transportTo(relay.port, 1).sendMail(mail)
  await closed.promise
  // The sender itself ended the connection with QUIT. Otherwise a timeout would have closed the connection.
  assert.match(relay.said(), /QUIT\r\n$/)
})

test('an email goes over another connection when the server has closed the idle one', async () => {
  await using inbox = await openInbox()
  using relay = await openRelay(inbox)
  const transport = transportTo(relay.port)
  await transport.sendMail(mail)
  relay.breakAtNextWord()
  await transport.sendMail(mail)
  assert.equal(inbox.mails.length, 2)
})

test('an email whose connection breaks after its content was taken is not sent again by itself', async () => {
  let taken = 0
  let breakAll = () => {}
  await using inbox = await openInbox({
    onData(stream) {
      stream.resume()
      stream.on('end', () => {
        taken += 1
        breakAll()
      })
    },
  })
  using relay = await openRelay(inbox)
  breakAll = relay.breakAll
  await assert.rejects(transportTo(relay.port).sendMail(mail))
  assert.equal(taken, 1)
})
