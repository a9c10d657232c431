import type { LeadMail } from './lead.ts'

/** Filters of the list. */
export const mailStates = {
  failed: 'failed',
  held: 'on hold',
  overdue: 'overdue',
  pending: 'pending',
  sent: 'sent',
}

/** For a held, cancelled or returned email. For a failed one: `explainFailure` in failure-causes.ts. */
const reasons: Record<string, string> = {
  suspected_bot: 'suspected bot',
  limit: 'too many sign-ups',
  bounced: 'it came back',
  returned: 'it came back for now',
  complained: 'reported as spam',
  dropped: 'dropped by the operator',
  already_mailed: 'already mailed today',
  suppressed: 'the mailbox gets no more emails',
  unlisted: 'taken off the list of colleagues',
  outdated: 'it no longer holds, or the person withdrew',
  unpressed: 'three emails in 30 days without a click',
  in_digest: 'in a summary email',
}

/** For the desk, the commands and the exports. */
export const stateWords = ({ status, reason }: Pick<LeadMail, 'status' | 'reason'>) =>
  [status === 'held' ? mailStates.held : status, reasons[reason ?? '']].filter(Boolean).join(': ')

/** SQL function private.refuse_mail. */
export const refusal =
  'the mailbox got an email within the last 24 hours, got three without a click, or gets no more'

type Message = Pick<LeadMail, 'kind' | 'event' | 'recipient'>

/** By event, or by kind without one. */
export const messageNames = {
  visitor: 'Email to the visitor',
  owner: 'Email to you',
  colleague: 'Copy to a colleague',
  webhook: 'To the connected system',
  reminder: 'Reminder of the video',
  watched: 'To the connected system, about the video',
  stop_lifted: 'To the connected system, about the lifted stop',
  booked: 'To the connected system, about the booked call',
  outcome: 'To the connected system, about the outcome',
  updated: 'To the connected system, about a change',
  lead: 'To Meta, about the lead',
  schedule: 'To Meta, about the booked call',
  purchase: 'To Meta, about the sale',
}

/** All copies to colleagues have the same name. */
export const nameOfKind = ({ kind, event }: Pick<Message, 'kind' | 'event'>): string =>
  (messageNames as Record<string, string>)[event ?? kind] ?? kind

/** The copy to a colleague is named after its address. */
export const nameOfMessage = ({ recipient, ...message }: Message): string =>
  recipient ? `Copy to ${recipient}` : nameOfKind(message)
