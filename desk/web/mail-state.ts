import { html } from 'hono/html'
import type { LeadMail } from '../core/lead.ts'
import { explainFailure, stateWords } from '../core/mail-words.ts'

const kinds: Record<string, string> = { visitor: 'To visitor', owner: 'To owner', webhook: 'To webhook' }

/** A mail's recipient and state in words, and why it failed. */
export function renderMail(mail: LeadMail) {
  const { kind, status } = mail
  const reason = explainFailure(mail)
  return html`<span class="state ${status}">${kinds[kind] ?? kind}: ${stateWords(mail)}</span>${
    reason ? html`<small>${reason}</small>` : ''
  }`
}
