import type { Context } from 'hono'
import { html } from 'hono/html'
import { replyPage } from '../http/reply-page.ts'
import { forgottenSchema, type Person, personSchema } from '../lead.ts'
import type { Desk } from '../open-desk.ts'

const read = async (desk: Desk, context: Context) =>
  personSchema.parse(await desk.call('show_lead', { id: context.req.param('id') }))

/** GET /leads/<id>/forget: what goes, what stays, and a field for the address. */
export async function confirmForgetting(desk: Desk, context: Context) {
  const person = await read(desk, context)
  return person ? ask(context, person) : context.notFound()
}

/** POST /leads/<id>/forget: erases the person when the address was typed as it is stored, whatever its capitals. */
export async function forgetLead(desk: Desk, context: Context) {
  const person = await read(desk, context)
  if (!person) return context.notFound()
  const { email } = await context.req.parseBody()
  if (String(email).trim().toLowerCase() !== person.email.toLowerCase())
    return ask(context, person, 'This is not the address of the person.')
  const gone = forgottenSchema.parse(await desk.call('forget_lead', { id: person.id }))
  if (!gone) return context.notFound()
  const told = `${gone.submissions} submissions and ${gone.mails} mails deleted, ${gone.tombstones} tombstones stay.`
  return context.redirect(`/?forgotten=${encodeURIComponent(told)}`, 303)
}

function ask(context: Context, { id, name, email, submissions, history }: Person, fault?: string) {
  const sealed = history.filter(({ seal }) => seal).length
  return replyPage(context, {
    title: `Forget ${name}`,
    status: fault ? 400 : 200,
    body: html`<p><a href="/leads/${id}">← ${name}</a></p><h1>Forget ${name}?</h1>
<p>This cannot be undone.</p>
<h2>What goes</h2><ul><li>the record with name, address and phone number</li>
<li>${submissions === 1 ? 'one submission' : `${submissions} submissions`} with the evidence of consent</li>
<li>the mails about them that wait or were noted, and the counts of their mailbox and source</li></ul>
<h2>What stays</h2><ul><li>${sealed === 1 ? 'one tombstone' : `${sealed} tombstones`} in the chain of seals: hashes and
times that name nobody, so that <code>npm run verify</code> can still prove that nothing else was removed</li>
<li>mails that were delivered, in the mailboxes of the person and of the owner, and in what other systems were sent</li>
<li>backups of the database, until they expire</li></ul>
<p>Without the evidence you can no longer prove that the person agreed.</p>
<form class="filters" method="post" action="/leads/${id}/forget">
<label class="wide">Type the address ${email} to confirm
<input name="email" type="email" required autocomplete="off"${fault ? html` aria-invalid="true" aria-describedby="fault"` : ''}></label>
<button class="danger">Forget for good</button></form>
${fault ? html`<p id="fault" class="notice bad" role="alert">${fault}</p>` : ''}`,
  })
}
