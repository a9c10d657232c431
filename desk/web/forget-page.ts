import type { Context } from 'hono'
import { html } from 'hono/html'
import type { Person } from '../core/lead.ts'
import type { Desk } from '../core/open-desk.ts'
import { describeErasure, forgetPerson, readPerson } from '../core/person.ts'
import { listOf } from './filters.ts'
import { withQuery } from './form.ts'
import { keepNotice } from './notices.ts'
import { replyPage } from './reply-page.ts'

/** GET /leads/<id>/forget: shows which data are deleted and which stay, and asks for the e-mail address. */
export async function confirmForgetting(desk: Desk, context: Context) {
  return ask(context, await readPerson(desk, { id: context.req.param('id') }))
}

/** POST /leads/<id>/forget: erases the person if the typed e-mail address equals the stored one. Ignores case. */
export async function forgetLead(desk: Desk, context: Context) {
  const person = await readPerson(desk, { id: context.req.param('id') })
  const { email } = await context.req.parseBody()
  if (String(email).trim().toLowerCase() !== person.email.toLowerCase())
    return ask(context, person, {
      fault: 'This is not the address of the person.',
      typed: String(email),
    })
  const notice = keepNotice(await forgetPerson(desk, person))
  return context.redirect(withQuery('/leads', { notice }), 303)
}

/** Quotes an argument for a shell. An e-mail address may contain a dollar sign or an apostrophe. */
const quoteWord = (word: string) =>
  /^[\w.+@-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`

function ask(context: Context, person: Person, { fault = '', typed = '' } = {}) {
  const { id, name, email } = person
  const { goes, stays } = describeErasure(person)
  const list = listOf(context.req.query('list'))
  return replyPage(context, {
    title: `Forget ${name}`,
    status: fault ? 400 : 200,
    body: html`<p><a href="${withQuery(`/leads/${id}`, { list })}">← ${name}</a></p><h1>Forget ${name}?</h1>
<p>This cannot be undone. Without the evidence you can no longer prove that the person agreed:
<code>npm run leads -- evidence ${quoteWord(email)} --out evidence.txt</code> writes it down first.</p>
<h2>What goes</h2><ul>${goes.map((one) => html`<li>${one}</li>`)}</ul>
<h2>What stays</h2><ul>${stays.map((one) => html`<li>${one}</li>`)}</ul>
${fault ? html`<p id="fault" class="notice bad" role="alert">${fault}</p>` : ''}
<form class="filters" method="post" action="${withQuery(`/leads/${id}/forget`, { list })}">
<label class="wide">Type the address ${email} to confirm
<input name="email" type="email" required autocomplete="off" value="${typed}"${fault ? html` aria-invalid="true" aria-describedby="fault" autofocus` : ''}></label>
<button class="danger">Forget for good</button></form>`,
  })
}
