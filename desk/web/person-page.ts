import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import { labelExtra } from '../../supabase/functions/_shared/lead.ts'
import { mailtoUrl } from '../../supabase/functions/_shared/mailto-url.ts'
import { marksOf } from '../core/describe.ts'
import { counted } from '../core/figures.ts'
import type { Person, Submission, SubmissionMail } from '../core/lead.ts'
import type { Desk } from '../core/open-desk.ts'
import { readPeriod, zone } from '../core/period.ts'
import { countedSubmissions, countLeftOut, readPerson, withdrawConsent } from '../core/person.ts'
import { consentWords, sourceKind, sourceWords } from '../core/words.ts'
import { listOf } from './filters.ts'
import { renderTime, withQuery } from './form.ts'
import { renderMail } from './mail-state.ts'
import { renderNotes } from './notes.ts'
import { keepNotice, renderNotice } from './notices.ts'
import { replyPage } from './reply-page.ts'

/** GET /leads/<id>: shows all that is stored about a person. */
export async function showLead(desk: Desk, context: Context) {
  const person = await readPerson(desk, { id: context.req.param('id') })
  const list = listOf(context.req.query('list'))
  const { phone, phone_e164: e164, country_code: country, confirmed_at: confirmedAt } = person
  return replyPage(context, {
    title: person.name,
    period: readPeriod(Object.fromEntries(new URLSearchParams(list)), 'all'),
    body: html`<p><a href="${list ? `/leads?${list}` : '/leads'}">← Leads</a></p><h1>${person.name}</h1>
${renderNotice(context.req.query('notice'))}
<dl><dt>Address</dt><dd><a href="${mailtoUrl(person.email)}">${person.email}</a></dd>
<dt>Phone</dt><dd>${e164 ? html`<a href="tel:${e164}">${e164}</a>` : phone}<small>${e164 ? `typed as ${phone}` : 'not a valid number'}; form: ${country}${confirmedAt ? html`; confirmed by mail ${renderTime(confirmedAt)}` : ''}</small></dd>
<dt>Consent</dt><dd>${consentWords[person.consent]}</dd>
${person.watched_percent ? html`<dt>Watched</dt><dd>${person.watched_percent} % of the video, by the link in the mail</dd>` : ''}
<dt>Source</dt><dd>${sourceWords(person.source)} <span class="quiet">${sourceKind(person.source)}</span></dd>
<dt>Since</dt><dd>${renderTime(person.created_at)} <span class="quiet">(${zone})</span></dd></dl>
${renderActions(person, list)}
${renderNotes(person, list)}
<h2>${countedSubmissions(person)}</h2>
${countLeftOut(person) > 0 ? html`<p class="quiet">The newest ${person.history.length} are shown.</p>` : ''}
${person.history.map(renderSubmission)}`,
  })
}

/** POST /leads/<id>/withdraw: withdraws the consent of a person who asked for it. */
export async function withdraw(desk: Desk, context: Context) {
  const id = context.req.param('id') ?? ''
  const done = await withdrawConsent(desk, { id })
  const list = listOf(context.req.query('list'))
  return context.redirect(withQuery(`/leads/${id}`, { list, notice: keepNotice(done) }), 303)
}

function renderActions(person: Person, list: string) {
  const statuses = new Set(person.history.flatMap(({ mails }) => mails.map(({ status }) => status)))
  const act = (status: string, action: string, label: string) =>
    statuses.has(status)
      ? html`<form method="post" action="/mails"><input type="hidden" name="person" value="${person.id}"><input type="hidden" name="list" value="${list}">
<input type="hidden" name="status" value="${status}"><button name="do" value="${action}"${action === 'drop' ? raw(' class="plain"') : ''}>${label}</button></form>`
      : ''
  return html`<div class="actions">${act('failed', 'send', 'Send failed mails again')}${act('held', 'send', 'Send held mails')}${act('failed', 'drop', 'Drop failed mails')}${act('held', 'drop', 'Drop held mails')}${
    person.consent === 'withdrawn'
      ? ''
      : html`<form method="post" action="${withQuery(`/leads/${person.id}/withdraw`, { list })}"><button>Withdraw consent to texts</button></form>`
  }
<a class="button plain" href="${withQuery(`/leads/${person.id}/forget`, { list })}">Forget this person…</a></div>`
}

const renderSubmission = (submission: Submission) => html`<article>
<h3>${renderTime(submission.created_at)}</h3>
${submission.confirms ? html`<p>The reader of the mailbox confirmed the number of submission ${submission.confirms}, by the link in the mail.</p>` : ''}
${submission.withdrawn_by ? html`<p>The consent to text messages was withdrawn, by ${submission.withdrawn_by}.</p>` : ''}
${marksOf(submission).map((mark) => html`<span class="tag">${mark}</span> `)}
${renderChanges(submission)}
<dl>
${Object.entries(labelExtra(submission.extra)).map(([label, text]) => html`<dt>${label}</dt><dd>${text}</dd>`)}
${
  submission.consent
    ? html`<dt>Agreed to</dt><dd>${submission.consent_text ? html`<blockquote>${submission.consent_text}</blockquote>` : html`<span class="quiet">the wording is not known</span>`}
${submission.consent_version ? html`<small>version ${submission.consent_version}</small>` : ''}</dd>`
    : ''
}
<dt>On the page</dt><dd>${submission.page ?? html`<span class="quiet">not known</span>`}</dd>
${submission.referrer ? html`<dt>Came from</dt><dd>${submission.referrer}</dd>` : ''}
${Object.entries(submission.campaign).map(([key, value]) => html`<dt>${key}</dt><dd>${value}</dd>`)}
${submission.variant ? html`<dt>Variant</dt><dd>${submission.variant}</dd>` : ''}
${submission.user_agent ? html`<dt>Browser</dt><dd>${submission.user_agent}</dd>` : ''}
<dt>Seal</dt><dd>${submission.seal ? html`number ${submission.seal.number}, sealed ${renderTime(submission.seal.sealed_at)}<small>${submission.seal.hash}</small>` : html`<span class="quiet">not sealed yet</span>`}</dd>
<dt>Submission</dt><dd>${submission.id}</dd>
</dl>
<ul class="mails">${submission.mails.map(renderAttempts)}</ul></article>`

const renderAttempts = (mail: SubmissionMail) => html`<li>${renderMail(mail)}
<small>queued ${renderTime(mail.queued_at)}, ${counted(mail.attempts, 'attempt')}${
  mail.sent_at ? html`, sent ${renderTime(mail.sent_at)}` : ''
}${mail.status === 'pending' ? html`, next ${renderTime(mail.due_at)}` : ''}</small></li>`

function renderChanges({ changes, merged }: Submission) {
  const entries = Object.entries(changes)
  if (entries.length === 0) return ''
  const intro = merged
    ? 'Changed the record:'
    : 'Gave other data; the record stays as it was, since nothing shows that it was the same person, or its number is confirmed:'
  return html`<p>${intro}</p><ul>${entries.map(([field, [before, after]]) => html`<li>${field}: ${before} → <strong>${after}</strong></li>`)}</ul>`
}
