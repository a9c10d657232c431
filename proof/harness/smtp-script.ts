import type { Verdict, Watch } from './proxy.ts'

const commands = ['ehlo', 'mail', 'rcpt', 'data'] as const
/** A step of an SMTP conversation: a command, the end of the message, or what the server says. */
export type SmtpStep = (typeof commands)[number] | 'message' | 'greeting' | 'received' | 'reply'
/** Decides what becomes of a step on its way through a proxy. */
export type SmtpScript = (step: SmtpStep) => Verdict

/** Makes the watch of a proxy in front of a mail server that keeps to a script; without one everything passes. */
export function createScriptedSmtp() {
  let script: SmtpScript = () => 'pass'
  return {
    follow(next: SmtpScript) {
      script = next
    },
    watch(): Watch {
      let isGreeted = false
      let inMessage = false
      let tail = ''
      return (chunk, from) => {
        const text = chunk.toString('latin1')
        if (from === 'client' && inMessage) {
          tail = (tail + text).slice(-5)
          return tail === '\r\n.\r\n' ? script('message') : 'pass'
        }
        if (from === 'client') {
          const command = commands.find((name) => text.toLowerCase().startsWith(name))
          return command ? script(command) : 'pass'
        }
        const step = isGreeted ? (tail === '\r\n.\r\n' ? 'received' : 'reply') : 'greeting'
        isGreeted = true
        inMessage = text.startsWith('354')
        tail = ''
        const verdict = script(step)
        // Or the client sends several commands at once.
        return verdict === 'pass' ? { answer: text.replace(/^250-PIPELINING\r\n/m, '') } : verdict
      }
    },
  }
}
