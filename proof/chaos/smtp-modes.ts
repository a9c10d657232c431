import type { Chain } from '../harness/chain.ts'
import type { Verdict } from '../harness/proxy.ts'
import type { SmtpStep } from '../harness/smtp-script.ts'

/** A way in which a mail server fails. */
export type SmtpMode = {
  name: string
  begin(chain: Chain): Promise<void> | void
  /** Whether the refusal is final, so that a visitor's mail is dead and not tried again. */
  isPermanent?: boolean
  /** Whether the server receives the mail but its sender does not learn of it. */
  isAmbiguous?: boolean
}

const at = (name: string, when: SmtpStep[], verdict: Verdict): SmtpMode => ({
  name,
  begin: ({ smtp }) => smtp.follow((step) => (when.includes(step) ? verdict : 'pass')),
})

/** One of each kind; the function's smtp.test.ts shows every command. */
export const smtpModes: SmtpMode[] = [
  { name: 'refused', begin: ({ mailProxy }) => mailProxy.break('refuse') },
  at('hangs', ['data'], 'hang'),
  at('one byte a second', ['reply', 'received'], 'drip'),
  at('451', ['data'], { answer: '451 4.3.0 later\r\n' }),
  at('limit of the day', ['data'], { answer: '550 5.4.5 Daily user sending limit exceeded\r\n' }),
  { ...at('550', ['rcpt'], { answer: '550 5.1.1 nobody\r\n' }), isPermanent: true },
  { ...at('250 and reset', ['received'], 'pass and reset'), isAmbiguous: true },
]
