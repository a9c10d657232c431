import type { Context } from 'hono'
import { html } from 'hono/html'
import PostalMime from 'postal-mime'
import { baseStyles } from '../../lib/machine/base-styles.ts'
import { documentHeaders, hashSource, renderDocument } from '../../lib/machine/document.ts'
import type { Mailbox, MailSummary } from './mailbox.ts'

// Mails run no scripts. Their links open in a new tab.
export const mailRights = 'allow-popups allow-popups-to-escape-sandbox'

// Only the list is refreshed, so that an open mail stays where it is.
const script = `
  setInterval(async () => {
    const text = await fetch(location.href).then((response) => response.text()).catch(() => '')
    const fresh = new DOMParser().parseFromString(text, 'text/html').getElementById('mails')
    const mails = document.getElementById('mails')
    if (fresh && fresh.innerHTML !== mails.innerHTML) mails.innerHTML = fresh.innerHTML
  }, 2000)`

const styles = `${baseStyles}
  body { display: grid; grid-template: auto 1fr / minmax(16rem, 24rem) 1fr; height: 100dvh }
  header { grid-column: 1 / -1 }
  #mails { overflow-y: auto; border-inline-end: 1px solid var(--line); background: var(--sheet) }
  ol { margin: 0; padding: 0; list-style: none }
  li a { display: block; padding: .7rem 1rem; border-bottom: 1px solid var(--line); color: inherit;
    text-decoration: none }
  li a:hover { background: var(--ground) }
  li a[aria-current] { background: var(--ground); box-shadow: inset 3px 0 var(--accent) }
  li span { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
  .when { float: inline-end; margin-inline-start: .75rem; font-size: .85rem }
  .subject { font-weight: 600 }
  main { display: flex; flex-direction: column; min-width: 0; overflow: hidden }
  h1 { font-size: 1rem }
  main h2 { margin: 0; font-size: 1.15rem; line-height: 1.3; overflow-wrap: anywhere }
  .head { padding: 1rem 1rem .75rem }
  dl { display: grid; grid-template-columns: auto 1fr; gap: .1rem .75rem; margin: .5rem 0 0 }
  iframe { flex: 1; width: 100%; border: 0; background: #fff }
  pre { flex: 1; margin: 0; padding: 1rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere;
    background: var(--sheet); font: 13px/1.55 ui-monospace, monospace }
  .empty { margin: auto; padding: 2rem 1rem; text-align: center }
  .back { display: none }
  @media (max-width: 48rem) {
    body { grid-template-columns: 1fr }
    body.reading #mails, body:not(.reading) main { display: none }
    .reading .back { display: inline }
  }`

const headers = documentHeaders(
  hashSource(styles),
  `script-src ${hashSource(script)}; connect-src 'self'; frame-src 'self'`,
)

/** Shows the newest 200 mails, and the mail whose id is in the path. */
export async function showInbox(mailbox: Mailbox, context: Context) {
  const id: string | undefined = context.req.param('id')
  const { mails } = await mailbox.newest(200)
  const [mail, summary] = id ? await Promise.all([mailbox.read(id), mailbox.summary(id)]) : []
  const hint = mails.length ? 'Choose a mail to read it.' : 'Mails that the product sends appear here.'
  const body = html`<body class="${mail ? 'reading' : ''}">
<header class="bar"><h1><a href="/">Inbox</a></h1><a class="back" href="/">All mails</a></header>
<div id="mails">${renderList(mails, id)}</div>
<main>${mail && summary ? renderMail(mail, summary, context.req.query('view')) : html`<p class="empty quiet">${hint}</p>`}</main>`
  const title = summary?.Subject ? `${summary.Subject} · Inbox` : 'Inbox'
  return context.html(renderDocument({ title, styles, body, script }), 200, headers)
}

function renderList(mails: MailSummary[], current: string | undefined) {
  if (mails.length === 0) return html`<p class="empty quiet">No mail yet.</p>`
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
    html: html`<iframe title="The mail" src="/mail/${ID}/html" sandbox="${mailRights}"></iframe>`,
    text: html`<pre tabindex="0">${mail.text ?? '(no text part)'}</pre>`,
    source: html`<pre tabindex="0">${source.toString('utf8')}</pre>`,
  }
  const view = wanted === 'source' || wanted === 'text' ? wanted : mail.html ? 'html' : 'text'
  const tab = (to: keyof typeof views, label: string) =>
    html`<a href="/mail/${ID}?view=${to}"${view === to ? html` aria-current="page"` : ''}>${label}</a>`
  return html`<div class="head"><h2>${Subject || '(no subject)'}</h2>
<dl><dt>From</dt><dd>${mail.from?.name} ${`<${mail.from?.address}>`}</dd>
<dt>To</dt><dd>${EnvelopeTo.join(', ')}</dd>
${mail.replyTo?.length ? html`<dt>Reply to</dt><dd>${mail.replyTo.map((to) => to.address).join(', ')}</dd>` : ''}
<dt>Arrived</dt><dd><time>${Created.replace('T', ' ').slice(0, 19)} UTC</time></dd></dl></div>
<nav class="bar" aria-label="Views">${mail.html ? tab('html', 'HTML') : ''}${tab('text', 'Text')}${tab('source', 'Source')}</nav>
${views[view]}`
}

const shortTime = (created: string) =>
  created.slice(0, 10) === new Date().toISOString().slice(0, 10)
    ? created.slice(11, 19)
    : created.slice(0, 10)
