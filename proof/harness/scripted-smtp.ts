import { createServer, type Socket } from 'node:net'
import { type ReceivedMail, receivedMail } from './read-mails.ts'

export type SmtpStep = 'greeting' | 'ehlo' | 'mail' | 'rcpt' | 'data' | 'received' | 'acknowledged'

/** What the server does at a step: goes on, stays silent, breaks off, or answers with a line of its own. */
type SmtpDeed = 'go on' | 'hang' | 'reset' | `${4 | 5}${number} ${string}`
export type SmtpScript = (step: SmtpStep, recipient: string) => SmtpDeed | Promise<SmtpDeed>

type Options = {
  /** Keeps a mail before it is acknowledged; without it the server remembers them. */
  store?: (mail: ReceivedMail) => Promise<void>
}
export type ScriptedSmtp = Awaited<ReturnType<typeof openScriptedSmtp>>

/** A mail server that keeps to a script and remembers what it took, and what of it it has acknowledged. */
export async function openScriptedSmtp(port: number, options: Options = {}) {
  const sockets = new Set<Socket>()
  const mails: ReceivedMail[] = []
  const acknowledged: ReceivedMail[] = []
  let script: SmtpScript = () => 'go on'
  let drip: number | undefined
  let commands = 0

  async function serve(socket: Socket) {
    sockets.add(socket)
    socket.setNoDelay()
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    const recipients: string[] = []
    const say = (line: string) => write(socket, `${line}\r\n`, drip)
    /** Whether the dialogue goes on; an answer of the script's own stands for the usual one. */
    async function at(step: SmtpStep, usual: string) {
      const deed = await script(step, recipients.at(-1) ?? '')
      if (deed === 'hang') await new Promise((resolve) => socket.on('close', resolve))
      if (deed === 'reset') socket.resetAndDestroy()
      if (socket.destroyed) return false
      if (deed !== 'go on') await say(deed)
      else if (usual) await say(usual)
      return deed === 'go on'
    }

    let text = ''
    let inMessage = false
    if (!(await at('greeting', '220 scripted ESMTP'))) return void socket.end()
    for await (const chunk of socket) {
      text += chunk.toString('utf8')
      for (;;) {
        const end = inMessage ? text.indexOf('\r\n.\r\n') : text.indexOf('\r\n')
        if (end < 0) break
        const part = text.slice(0, end)
        text = text.slice(end + (inMessage ? 5 : 2))
        commands += 1
        if (inMessage) {
          inMessage = false
          const mail = receivedMail(part.replace(/\r\n\.\./g, '\r\n.'), recipients.splice(0))
          if (options.store) await options.store(mail)
          else mails.push(mail)
          if (!(await at('received', '250 2.0.0 taken'))) continue
          if (!options.store) acknowledged.push(mail)
          await at('acknowledged', '')
        } else if (/^(EHLO|HELO)/i.test(part)) await at('ehlo', '250 scripted')
        else if (/^MAIL/i.test(part)) await at('mail', '250 2.1.0 ok')
        else if (/^RCPT/i.test(part)) {
          recipients.push(/<([^>]*)>/.exec(part)?.[1] ?? '')
          await at('rcpt', '250 2.1.5 ok')
        } else if (/^DATA/i.test(part)) inMessage = await at('data', '354 go on')
        else if (/^QUIT/i.test(part)) await say('221 bye').then(() => socket.end())
        else await say('250 ok')
      }
    }
  }

  const accept = (socket: Socket) => void serve(socket).catch(() => socket.destroy())
  const server = createServer(accept)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port,
    mails,
    acknowledged,
    /** How many commands and messages came in. */
    commands: () => commands,
    follow(next: SmtpScript, bytesPerSecond?: number) {
      script = next
      drip = bytesPerSecond
    },
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

async function write(socket: Socket, line: string, bytesPerSecond?: number) {
  if (!bytesPerSecond) return void socket.write(line)
  for (const character of line) {
    if (socket.destroyed) return
    socket.write(character)
    await new Promise((resolve) => setTimeout(resolve, 1000 / bytesPerSecond))
  }
}
