import type { Context } from 'hono'
import { html } from 'hono/html'
import PostalMime from 'postal-mime'
import { documentHeaders, hashSource, renderDocument } from '../../machine/document.ts'
import type { Mailbox, MailSummary } from './mailbox.ts'
import { styles } from './styles.ts'

// Emails run no scripts, and their links open in a new tab.
export const mailRights = 'allow-popups allow-popups-to-escape-sandbox'

// Refreshes only the list, so an open email stays where it is.
const script = `
  setInterval(async () => {
    const text = await fetch(location.href).then((response) => response.text()).catch(() => '')
    const fresh = new DOMParser().parseFromString(text, 'text/html').getElementById('mails')
    const mails = document.getElementById('mails')
    if (fresh && fresh.innerHTML !== mails.innerHTML) mails.innerHTML = fresh.innerHTML
  }, 2000)`

const headers = documentHeaders(
  hashSource(styles),
  `script-src ${hashSource(script)}; connect-src 'self'; font-src 'self'; frame-src 'self'`,
)

export async function showInbox(mailbox: Mailbox, context: Context) {
  const id: string | undefined = context.req.param('id')
  const { mails } = await mailbox.newest(200)
  const [mail, summary] = id ? await Promise.all([mailbox.read(id), mailbox.summary(id)]) : []
  const hint = mails.length ? 'Choose an email to read it.' : 'Emails that the product sends appear here.'
  const body = html`<body class="${mail ? 'reading' : ''}">
<header><h1><a href="/">Inbox</a></h1><a class="back" href="/">All emails</a></header>
<section id="mails" aria-label="Emails">${renderList(mails, id)}</section>
<main>${mail && summary ? renderMail(mail, summary, context.req.query('view')) : html`<p class="empty quiet">${hint}</p>`}</main>`
  const title = summary?.Subject ? `${summary.Subject} · Inbox` : 'Inbox'
  return context.html(renderDocument({ title, styles, body, script }), 200, headers)
}

function renderList(mails: MailSummary[], current: string | undefined) {
  if (mails.length === 0) return html`<p class="empty quiet">No email yet.</p>`
  return html`<ol>${mails.map(
    (mail) => html`<li><a href="/mail/${mail.ID}"${mail.ID === current ? html` aria-current="true"` : ''}>
<time class="when quiet" datetime="${mail.Created}">${shortTime(mail.Created)}</time>
<span class="quiet">to ${mail.EnvelopeTo.join(', ')}</span><span class="subject">${mail.Subject}</span></a></li>`,
  )}</ol>`
}

async function renderMail(
  source: Buffer,
  { ID, Subject, EnvelopeTo, Created }: MailSummary,
  wanted?: string,
) {
  const mail = await PostalMime.parse(source)
  const views = {
    html: html`<iframe title="The email" src="/mail/${ID}/html" sandbox="${mailRights}"></iframe>`,
    text: html`<pre tabindex="0">${mail.text ?? '(no text part)'}</pre>`,
    source: html`<pre tabindex="0">${source.toString('utf8')}</pre>`,
  }
  const view = wanted === 'source' || wanted === 'text' ? wanted : mail.html ? 'html' : 'text'
  const tab = (to: keyof typeof views, label: string) =>
    html`<a href="/mail/${ID}?view=${to}"${view === to ? html` aria-current="page"` : ''}>${label}</a>`
  return html`<div><h2>${Subject || '(no subject)'}</h2>
<dl><dt>From</dt><dd>${mail.from?.name} ${`<${mail.from?.address}>`}</dd>
<dt>To</dt><dd>${EnvelopeTo.join(', ')}</dd>
${mail.replyTo?.length ? html`<dt>Reply to</dt><dd>${mail.replyTo.map((to) => to.address).join(', ')}</dd>` : ''}
<dt>Arrived</dt><dd><time>${Created.replace('T', ' ').slice(0, 19)} UTC</time></dd></dl></div>
<nav aria-label="Views">${mail.html ? tab('html', 'HTML') : ''}${tab('text', 'Text')}${tab('source', 'Source')}</nav>
${views[view]}`
}

const shortTime = (created: string) =>
  created.slice(0, 10) === new Date().toISOString().slice(0, 10)
    ? created.slice(11, 19)
    : created.slice(0, 10)
