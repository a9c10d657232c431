import type { Context } from 'hono'
import type { Desk } from '../../../core/open-desk.ts'
import { changeSettings, readSettings } from '../../../core/settings.ts'
import type { Interface } from '../../server/build-interface.ts'
import { withQuery } from '../../server/form.ts'
import { keepNotice } from '../../server/notices.ts'
import { replySettings } from './page.ts'

/**
 * POST /settings: changes every setting that is different now. If a value is wrong, changes none, and shows what was
 * typed and what is wrong with it.
 */
export async function saveSettings(desk: Desk, context: Context, ui: Interface) {
  const form = await context.req.parseBody()
  const settings = await readSettings(desk)
  const changed = settings.filter(
    ({ name, value }) => form[name] !== undefined && readValue(form[name]) !== (value ?? ''),
  )
  const typed = Object.fromEntries(changed.map(({ name }) => [name, String(form[name])]))
  const faults = await changeSettings(desk, typed)
  if (Object.keys(faults).length > 0) return replySettings(desk, context, ui, typed, faults)
  const count = changed.length === 1 ? '1 setting is' : `${changed.length} settings are`
  const notice = keepNotice(changed.length > 0 ? `${count} changed.` : 'Nothing was changed.')
  return context.redirect(withQuery('/settings', { notice }), 303)
}

/** Browsers send the lines of a text area with CRLF between them. */
const readValue = (value: unknown) => String(value).trim().replaceAll('\r\n', '\n')
