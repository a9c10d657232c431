import { html } from 'hono/html'
import type { LeadMail } from '../core/lead.ts'
import { explainFailure, stateWords } from '../core/mail-words.ts'

/** Renders the recipient and the state of a mail, and why the mail failed. */
export function renderMail(mail: LeadMail) {
  const { kind, status } = mail
  const reason = explainFailure(mail)
  return html`<span class="state ${status}">To ${kind}: ${stateWords(mail)}</span>${
    reason ? html`<small>${reason}</small>` : ''
  }`
}
