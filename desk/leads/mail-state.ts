import { html } from 'hono/html'
import type { LeadMail } from '../lead.ts'

const states: Record<string, string> = {
  pending: 'waiting',
  sending: 'being sent',
  sent: 'sent',
  dead: 'failed',
  held: 'held back',
  skipped: 'not sent, had one today',
  digested: 'in a digest',
}

const kinds: Record<string, string> = { visitor: 'To visitor', owner: 'To owner', webhook: 'To webhook' }

/** The states of a mail that a list can be restricted to, as desk.list_leads names them. */
export const mailStates = {
  dead: 'failed',
  held: 'held back',
  overdue: 'overdue',
  waiting: 'waiting',
  sent: 'sent',
}

/** A mail's recipient and state in words, and its last error. */
export const renderMail = ({ kind, status, last_error }: LeadMail) =>
  html`<span class="state ${status}">${kinds[kind] ?? kind}: ${states[status] ?? status}</span>${
    last_error ? html`<small>${last_error}</small>` : ''
  }`
