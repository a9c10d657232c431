import type { Context } from 'hono'
import { html } from 'hono/html'
import PostalMime, { type Email } from 'postal-mime'
import { documentHeaders, type Html, hashSource, renderDocument } from '../../desk/http/document.ts'
import { inboxStyles } from './inbox-styles.ts'
import type { Mailbox, MailSummary } from './mailbox.ts'

type MailView = 'html' | 'text' | 'source'

// Only the list is refreshed, so that the open mail keeps its place.
const script = `
  setInterval(async () => {
    const text = await fetch(location.href).then((response) => response.text()).catch(() => '')
    const fresh = new DOMParser().parseFromString(text, 'text/html').getElementById('mails')
    const mails = document.getElementById('mails')
    if (fresh && fresh.innerHTML !== mails.innerHTML) mails.innerHTML = fresh.innerHTML
  }, 2000)`

const headers = documentHeaders(
  inboxStyles,
  `script-src ${hashSource(script)}; connect-src 'self'; frame-src 'self'`,
)

/** Answers with the newest 200 mails beside the one with the id, if any. Throws what the mailbox throws. */
export async function replyInbox(context: Context, mailbox: Mailbox, id?: string, view?: string) {
  const { mails } = await mailbox.newest(200)
  const [mail, summary] = id ? await Promise.all([mailbox.read(id), mailbox.summary(id)]) : []
  const hint = mails.length ? 'Choose a mail to read it.' : 'Mails that the product sends appear here.'
  const body = html`<body class="${mail ? 'reading' : ''}">
<header><h1><a href="/">Inbox</a></h1><a class="back" href="/">All mails</a></header>
<div id="mails">${renderList(mails, id)}</div>
<main>${mail && summary ? renderMail(mail, summary, view) : html`<p class="empty quiet">${hint}</p>`}</main>`
  const title = summary?.Subject ? `${summary.Subject} · Inbox` : 'Inbox'
  return context.html(renderDocument({ title, styles: inboxStyles, body, script }), 200, headers)
}

function renderList(mails: MailSummary[], current: string | undefined) {
  if (mails.length === 0) return html`<p class="empty quiet">No mail yet.</p>`
  return html`<ol>${mails.map(
    (mail) => html`<li><a href="/mail/${mail.ID}"${mail.ID === current ? html` aria-current="true"` : ''}>
<time class="when quiet" datetime="${mail.Created}">${shortTime(mail.Created)}</time>
<span class="quiet">to ${mail.EnvelopeTo.join(', ')}</span><span class="subject">${mail.Subject}</span></a></li>`,
  )}</ol>`
}

async function renderMail(source: Buffer, summary: MailSummary, wanted?: string) {
  const mail = await PostalMime.parse(source)
  const view: MailView = wanted === 'source' || wanted === 'text' ? wanted : mail.html ? 'html' : 'text'
  const tab = (to: MailView, label: string) =>
    html`<a href="/mail/${summary.ID}?view=${to}"${view === to ? html` aria-current="page"` : ''}>${label}</a>`
  return html`<div class="head"><h2>${summary.Subject || '(no subject)'}</h2>
<dl><dt>From</dt><dd>${mail.from?.name} ${`<${mail.from?.address}>`}</dd>
<dt>To</dt><dd>${summary.EnvelopeTo.join(', ')}</dd>
${mail.replyTo?.length ? html`<dt>Reply to</dt><dd>${mail.replyTo.map((to) => to.address).join(', ')}</dd>` : ''}
<dt>Arrived</dt><dd><time>${summary.Created.replace('T', ' ').slice(0, 19)} UTC</time></dd></dl></div>
<nav aria-label="Views">${mail.html ? tab('html', 'HTML') : ''}${tab('text', 'Text')}${tab('source', 'Source')}</nav>
${renderView(view, mail, source, summary.ID)}`
}

function renderView(view: MailView, mail: Email, source: Buffer, id: string): Html {
  if (view === 'source') return html`<pre tabindex="0">${source.toString('utf8')}</pre>`
  if (view === 'text') return html`<pre tabindex="0">${mail.text ?? '(no text part)'}</pre>`
  const rights = 'allow-popups allow-popups-to-escape-sandbox'
  return html`<iframe title="The mail" src="/mail/${id}/html" sandbox="${rights}"></iframe>`
}

const shortTime = (created: string) =>
  created.slice(0, 10) === new Date().toISOString().slice(0, 10)
    ? created.slice(11, 19)
    : created.slice(0, 10)
