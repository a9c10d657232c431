import type { Context } from 'hono'
import * as z from 'zod/mini'
import { grouped } from '../../../core/figures.ts'
import type { Desk } from '../../../core/open-desk.ts'
import { readPeriod } from '../../../core/period.ts'
import { readSettings, type Setting, settingWords } from '../../../core/settings.ts'
import { readAttention } from '../../server/attention.ts'
import type { Interface } from '../../server/build-interface.ts'
import { replyView } from '../../server/reply-view.ts'
import { shellOf } from '../../server/shell.ts'

type Typed = Record<string, string>

/** GET /settings: shows each setting with its meaning, its default and its bounds. */
export const showSettings = (desk: Desk, context: Context, ui: Interface) =>
  replySettings(desk, context, ui, {}, {})

/** Returns the values that a page shows, by the names of their settings. */
const valuesOf = (settings: Setting[]): Typed =>
  Object.fromEntries(settings.map(({ name, value }) => [name, value ?? '']))

/** Reads the field `seen` of the form: the values that the page showed. Without it, the stored values count. */
export function seenOf(field: unknown, settings: Setting[]): Typed {
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(String(field)))
  } catch {
    return valuesOf(settings)
  }
}

/**
 * Shows the settings with what was typed, and beside each field what is wrong with it. `question` asks the operator to
 * type `words` before data are deleted.
 */
export async function replySettings(
  desk: Desk,
  context: Context,
  ui: Interface,
  typed: Typed,
  faults: Typed,
  question?: { words: string; text: string },
) {
  const [settings, attention] = await Promise.all([readSettings(desk), readAttention(desk)])
  const known = new Map(settings.map((setting) => [setting.name, setting]))
  const isWrong = Object.keys(faults).length > 0
  return replyView(
    context,
    ui,
    {
      page: 'settings',
      shell: shellOf({
        title: 'Settings',
        path: '/settings',
        period: readPeriod({}, 'all'),
        attention,
        notice: context.req.query('notice'),
      }),
      props: {
        groups: settingWords.map(({ title, about, settings: words }) => ({
          title,
          about,
          settings: Object.entries(words).flatMap(([name, { label, about }]) => {
            const setting = known.get(name)
            if (!setting) return []
            return [
              {
                name,
                label,
                about,
                shape: shapes[setting.kind],
                value: typed[name] ?? setting.value ?? '',
                usual: usualOf(setting),
                ...(faults[name] && { fault: faults[name] }),
              },
            ]
          }),
        })),
        seen: JSON.stringify(valuesOf(settings)),
        ...(question && { question }),
        ...(isWrong && { fault: 'Nothing was saved, because a value is wrong. It is marked below.' }),
      },
    },
    isWrong || question ? 400 : 200,
  )
}

const shapes = {
  boolean: 'switch',
  integer: 'value',
  interval: 'value',
  text: 'value',
  'text[]': 'list',
} as const

/** Returns the default and the bounds of a setting in words. */
function usualOf({ kind, usual, lowest, highest }: Setting): string {
  if (kind === 'boolean') return `Default: ${usual === 'true' ? 'on' : 'off'}.`
  if (kind === 'integer')
    return `Default: ${grouped(Number(usual))}; from ${grouped(Number(lowest))} to ${grouped(Number(highest))}.`
  if (kind === 'text')
    return 'For example America/New_York, Europe/London or Asia/Kathmandu; empty means that of this machine.'
  if (kind === 'text[]') return `Default: nobody; at most ${highest}.`
  if (highest !== null) return `Default: ${usual ?? 'off'}; from ${lowest} to ${highest}; empty means off.`
  return `Default: ${usual}; at least ${lowest}; empty means for ever.`
}
