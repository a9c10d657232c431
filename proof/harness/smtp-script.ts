import type { Verdict, Watch } from './proxy.ts'

const commands = ['ehlo', 'mail', 'rcpt', 'data'] as const
/** A step of an SMTP session: a command, the end of the message, or the greeting, a reply or the reply to the message. */
export type SmtpStep = (typeof commands)[number] | 'message' | 'greeting' | 'received' | 'reply'
/** Decides what a proxy does with a step. */
export type SmtpScript = (step: SmtpStep) => Verdict

/** Makes what a proxy in front of a mail server needs to follow a script; without a script everything passes. */
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
        // Without pipelining the client sends one command at a time.
        return verdict === 'pass' ? { answer: text.replace(/^250-PIPELINING\r\n/m, '') } : verdict
      }
    },
  }
}
