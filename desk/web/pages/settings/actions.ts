import type { Context } from 'hono'
import { counted, countedPeople } from '../../../core/figures.ts'
import type { Desk } from '../../../core/open-desk.ts'
import { changeSettings, countExpiring, readSettings } from '../../../core/settings.ts'
import type { Interface } from '../../server/build-interface.ts'
import { withQuery } from '../../server/form.ts'
import { keepNotice } from '../../server/notices.ts'
import { replySettings, seenOf } from './page.ts'

/**
 * POST /settings: changes the settings that the operator changed on the page. `seen` has the values that the page
 * showed, so a page that is older than a colleague's change does not take it back. If a value is wrong, if a colleague
 * changed the same setting, or if data would be deleted and the operator has not typed how many, changes none, and
 * shows what was typed and what is wrong with it.
 */
export async function saveSettings(desk: Desk, context: Context, ui: Interface) {
  const form = await context.req.parseBody()
  const settings = await readSettings(desk)
  const seen = seenOf(form.seen, settings)
  const changed = settings.filter(
    ({ name, value }) =>
      form[name] !== undefined &&
      readValue(form[name]) !== seen[name] &&
      readValue(form[name]) !== (value ?? ''),
  )
  const typed = Object.fromEntries(changed.map(({ name }) => [name, readValue(form[name])]))
  const crossed = changed.filter(({ name, value }) => seen[name] !== (value ?? ''))
  const reply = (faults: Record<string, string>, question?: { words: string; text: string }) =>
    replySettings(desk, context, ui, typed, faults, question)
  if (crossed.length > 0)
    return reply(
      Object.fromEntries(
        crossed.map(({ name, value }) => [
          name,
          `A colleague has changed this to “${value ?? ''}” since you opened the page. Save again to replace that.`,
        ]),
      ),
    )
  const { people, submissions } = await countExpiring(desk, typed)
  if (submissions > 0) {
    const words =
      people > 0 ? `delete ${countedPeople(people)}` : `delete ${counted(submissions, 'submission')}`
    const what = [people > 0 && countedPeople(people), counted(submissions, 'submission')].filter(Boolean)
    if (form.deletes !== words)
      return reply(
        {},
        { words, text: `This deletes ${what.join(' and ')} within minutes, and the evidence of consent.` },
      )
  }
  const faults = await changeSettings(desk, typed)
  if (Object.keys(faults).length > 0) return reply(faults)
  const count = changed.length === 1 ? '1 setting is' : `${changed.length} settings are`
  const notice = keepNotice(changed.length > 0 ? `${count} changed.` : 'Nothing was changed.')
  return context.redirect(withQuery('/settings', { notice }), 303)
}

/** Browsers send the lines of a text area with CRLF between them. */
const readValue = (value: unknown) => String(value).trim().replaceAll('\r\n', '\n')
