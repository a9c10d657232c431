import { html } from 'hono/html'
import type { LeadMail } from '../core/lead.ts'
import { explainFailure, stateWords } from '../core/mail-words.ts'

/** Renders a mail's recipient and state in words, and why it failed. */
export function renderMail(mail: LeadMail) {
  const { kind, status } = mail
  const reason = explainFailure(mail)
  return html`<span class="state ${status}">To ${kind}: ${stateWords(mail)}</span>${
    reason ? html`<small>${reason}</small>` : ''
  }`
}

/** Renders the mails of a submission. If all were sent, it renders one word. */
export const renderMails = (mails: LeadMail[]) =>
  mails.length > 0 && mails.every(({ status }) => status === 'sent')
    ? html`<span class="state sent">sent</span>`
    : html`${mails.map(renderMail)}`
