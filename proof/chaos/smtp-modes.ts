import type { Chain } from '../harness/chain.ts'
import type { NetworkFault, Verdict } from '../harness/proxy.ts'
import type { SmtpStep } from '../harness/smtp-script.ts'

/** A way in which a mail server fails. */
export type SmtpMode = {
  name: string
  begin(chain: Chain): Promise<void> | void
  /** Whether the refusal is final, so that the mail is dead and not tried again. */
  isPermanent?: boolean
  /** Whether the server receives the mail but its sender does not learn of it. */
  isAmbiguous?: boolean
  /** Whether the short run includes it: one mode of each kind. */
  isSample?: boolean
}

const network = (name: string, fault: NetworkFault): SmtpMode => ({
  name,
  begin: ({ mailProxy }) => mailProxy.break(fault),
})
const at = (name: string, when: SmtpStep, verdict: Verdict): SmtpMode => ({
  name,
  begin: ({ smtp }) => smtp.follow((step) => (step === when ? verdict : 'pass')),
})
const hang = (step: SmtpStep) => at(`hangs at ${step}`, step, 'hang')
const answer = (step: SmtpStep, line: string): SmtpMode => ({
  ...at(line.slice(0, 3), step, { answer: `${line}\r\n` }),
  isPermanent: line.startsWith('5'),
})

export const smtpModes: SmtpMode[] = [
  { ...network('refused', 'refuse'), isSample: true },
  network('silent', 'silence'),
  network('half-open', 'freeze'),
  ...(['ehlo', 'mail', 'rcpt'] as const).map(hang),
  { ...hang('data'), isSample: true },
  { ...hang('received'), isAmbiguous: true },
  {
    name: 'one byte a second',
    begin: ({ smtp }) => smtp.follow((step) => (isReply(step) ? 'drip' : 'pass')),
  },
  answer('greeting', '421 4.3.2 later'),
  answer('rcpt', '450 4.2.1 busy'),
  { ...answer('data', '451 4.3.0 later'), isSample: true },
  answer('mail', '452 4.3.1 full'),
  { ...answer('rcpt', '550 5.1.1 nobody'), isSample: true },
  answer('message', '552 5.3.4 too large'),
  answer('data', '554 5.6.0 no'),
  { ...at('250 and reset', 'received', 'pass and reset'), isAmbiguous: true, isSample: true },
]

const isReply = (step: SmtpStep) => step === 'greeting' || step === 'reply' || step === 'received'
