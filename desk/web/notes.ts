import type { Context } from 'hono'
import { html } from 'hono/html'
import type { Person } from '../core/lead.ts'
import type { Desk } from '../core/open-desk.ts'
import { noteKinds } from '../core/words.ts'
import { listOf } from './filters.ts'
import { renderTime, withQuery } from './form.ts'

/** POST /leads/<id>/notes: adds a note about a person. If `remove` is set, deletes the note with this id. */
export async function changeNotes(desk: Desk, context: Context) {
  const id = context.req.param('id') ?? ''
  const { kind, words = '', remove, list } = await context.req.parseBody()
  if (remove) await desk.call('remove_note', { note: remove })
  else if (!(await desk.call('add_note', { person: id, kind, words }))) return context.notFound()
  return context.redirect(withQuery(`/leads/${id}`, { list: listOf(list) }), 303)
}

/** Renders the notes about a person, the newest first, and a form for a new note. */
export function renderNotes({ id, notes }: Person, list: string) {
  const path = `/leads/${id}/notes`
  const hidden = html`<input type="hidden" name="list" value="${list}">`
  return html`<section class="notes" aria-labelledby="notes"><h2 id="notes">Notes</h2>
<form class="filters" method="post" action="${path}">${hidden}
<label>What <select name="kind">${Object.entries(noteKinds).map(([kind, label]) => html`<option value="${kind}">${label}</option>`)}</select></label>
<label class="wide">Words <input name="words" maxlength="2000"></label><button>Note</button></form>
${
  notes.length > 0
    ? html`<ul>${notes.map(
        (
          note,
        ) => html`<li>${renderTime(note.created_at)} <strong>${noteKinds[note.kind] ?? note.kind}</strong> ${note.words}
<form method="post" action="${path}">${hidden}<button class="plain small" name="remove" value="${note.id}" aria-label="Remove the note: ${note.words}">Remove</button></form></li>`,
      )}</ul>`
    : ''
}</section>`
}
