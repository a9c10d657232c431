import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import type { Mailbox } from './mailbox.ts'

/**
 * Takes every mail by SMTP; answers 250 once it is stored, 552 above 25 MiB and 451 when storing failed. To try a mail that
 * fails, a recipient `refused@…` is answered 550.
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
        if (stream.sizeExceeded) return done(refusal(552, 'The mail is too large'))
        await mailbox.add(mail, session.envelope)
        done()
      } catch (error) {
        console.error('a mail could not be stored:', (error as NodeJS.ErrnoException).code)
        done(refusal(451, 'The mail could not be stored'))
      }
    },
  })
  // A connection that breaks off is an error of the server too, and without a listener it would end this process.
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (error.syscall === 'listen') throw error
  })
  server.listen(port, '127.0.0.1')
  return server
}

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })
