import * as z from 'zod/mini'
import { grouped } from '../../../core/figures.ts'
import { readSettings, type Setting, settingWords } from '../../../core/settings.ts'
import { page } from '../../server/page.ts'

type Values = Record<string, string>

/**
 * What became of a section that the operator saved. `typed` is what is not saved and stays in its field, `seen` what
 * the page had shown in these fields, `faults` what is wrong with the values. `question` asks the operator to type
 * `words` before data are deleted. `saved` says that the section is saved.
 */
export type Reply = {
  section: string
  typed: Values
  seen: Values
  faults?: Values
  question?: { words: string; text: string }
  saved?: string
}

/** Returns the values that a page shows, by the names of their settings. */
const valuesOf = (settings: Setting[]): Values =>
  Object.fromEntries(settings.map(({ name, value }) => [name, value ?? '']))

/** Reads the field `seen` of the form: the values that the page showed. Without it, the stored values count. */
export function seenOf(field: string, settings: Setting[]): Values {
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(field))
  } catch {
    return valuesOf(settings)
  }
}

/** GET /settings: shows each setting with its meaning, its default and its bounds, in sections that can be folded. */
export const showSettings = page({
  view: 'settings',
  room: 'settings',
  async read({ desk, query }, { section, typed, seen, faults = {}, question, saved }: Partial<Reply> = {}) {
    const settings = await readSettings(desk)
    const known = new Map(settings.map((setting) => [setting.name, setting]))
    const isWrong = Object.keys(faults).length > 0
    return {
      status: isWrong || question ? 400 : 200,
      props: {
        seen: JSON.stringify({ ...valuesOf(settings), ...seen }),
        sections: settingWords.map(({ id, title, about, settings: words }) => {
          const shown = Object.entries(words).flatMap(([name, { label, about, choices }]) => {
            const setting = known.get(name)
            if (!setting) return []
            const { kind, value } = setting
            return [
              {
                name,
                label,
                about,
                shape: shapes[kind],
                value: typed?.[name] ?? value ?? '',
                usual: usualOf(setting),
                ...(choices && { choices }),
                ...(faults[name] && { fault: faults[name] }),
              },
            ]
          })
          return {
            id,
            title,
            about,
            settings: shown,
            isOpen: id === (section ?? query.section),
            isChanged: shown.some(({ name }) => typed?.[name] !== undefined),
            ...(id === section && {
              ...(question && { question }),
              ...(saved && { saved }),
              ...(isWrong && { fault: 'Nothing was saved, because a value is wrong. It is marked below.' }),
            }),
          }
        }),
      },
    }
  },
})

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
