import type { TcpFaultProxy } from '../harness/proxy.ts'
import type { ScriptedSmtp, SmtpScript, SmtpStep } from '../harness/scripted-smtp.ts'

/** A way for a mail server to fail. */
export type SmtpMode = {
  name: string
  begin(smtp: ScriptedSmtp, proxy: TcpFaultProxy): Promise<void> | void
  /** Whether it fails for good: the mail is dead then, not tried again. */
  isPermanent?: boolean
  /** Whether the server takes the mail and only the sender does not hear of it. */
  isAmbiguous?: boolean
  /** One of each kind, for the short run. */
  isSample?: boolean
}

const at =
  (when: SmtpStep, deed: Awaited<ReturnType<SmtpScript>>): SmtpScript =>
  (step) =>
    step === when ? deed : 'go on'
const hang = (step: SmtpStep): SmtpMode => ({
  name: `hangs at ${step}`,
  begin: (smtp) => smtp.follow(at(step, 'hang')),
  isAmbiguous: step === 'received',
})
const answer = (step: SmtpStep, line: `${4 | 5}${number} ${string}`): SmtpMode => ({
  name: line.slice(0, 3),
  begin: (smtp) => smtp.follow(at(step, line)),
  isPermanent: line.startsWith('5'),
})

export const smtpModes: SmtpMode[] = [
  { name: 'refused', begin: (_, proxy) => proxy.break('refuse'), isSample: true },
  { name: 'silent', begin: (_, proxy) => proxy.break('silence') },
  { name: 'half-open', begin: (_, proxy) => proxy.break('freeze') },
  ...(['ehlo', 'mail', 'rcpt'] as const).map(hang),
  { ...hang('data'), isSample: true },
  hang('received'),
  { name: 'one byte a second', begin: (smtp) => smtp.follow(() => 'go on', 1) },
  answer('greeting', '421 4.3.2 later'),
  answer('rcpt', '450 4.2.1 busy'),
  { ...answer('data', '451 4.3.0 later'), isSample: true },
  answer('mail', '452 4.3.1 full'),
  { ...answer('rcpt', '550 5.1.1 nobody'), isSample: true },
  answer('received', '552 5.3.4 too large'),
  answer('data', '554 5.6.0 no'),
  {
    ...{ name: '250 and reset', isAmbiguous: true, isSample: true },
    begin: (smtp) => smtp.follow(at('acknowledged', 'reset')),
  },
]
