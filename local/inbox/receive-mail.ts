import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import type { Mailbox } from './mailbox.ts'

/**
 * An SMTP server: 250 once the email is stored, 451 if that failed, 552 above 25 MiB, and 550 for a recipient
 * like `refused@…`.
 */
export function receiveMail(port: number, mailbox: Mailbox) {
  const server = new SMTPServer({
    banner: 'local inbox',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: 25 * 1024 * 1024,
    onRcptTo: ({ address }, _session, done) =>
      done(/^refused@/i.test(address) ? refusal(550, '5.1.1 No such user here') : null),
    async onData(stream, session, done) {
      try {
        const mail = await buffer(stream)
        if (stream.sizeExceeded) return done(refusal(552, 'The email is too large'))
        await mailbox.add(mail, session.envelope)
        done()
      } catch (error) {
        console.error('Could not store an email:', (error as NodeJS.ErrnoException).code)
        done(refusal(451, 'Could not store the email'))
      }
    },
  })
  // Without a listener, a broken connection would end the process.
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (error.syscall === 'listen') throw error
  })
  server.listen(port, '127.0.0.1')
  return server
}

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })
