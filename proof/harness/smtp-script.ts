import type { Verdict, Watch } from './proxy.ts'

const commands = ['rcpt', 'data'] as const
/** A step of an SMTP session: a command, the reply to the whole message, or any other reply. */
export type SmtpStep = (typeof commands)[number] | 'received' | 'reply'
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
      let inMessage = false
      let tail = ''
      return (chunk, from) => {
        const text = chunk.toString('latin1')
        if (from === 'client') {
          if (inMessage) tail = (tail + text).slice(-5)
          const command = inMessage ? undefined : commands.find((name) => text.toLowerCase().startsWith(name))
          return command ? script(command) : 'pass'
        }
        const verdict = script(tail === '\r\n.\r\n' ? 'received' : 'reply')
        inMessage = text.startsWith('354')
        tail = ''
        // Without pipelining the client sends one command at a time.
        return verdict === 'pass' ? { answer: text.replace(/^250-PIPELINING\r\n/m, '') } : verdict
      }
    },
  }
}
