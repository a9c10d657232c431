import * as z from 'zod/mini'
import type { Setting } from '../../../core/settings.ts'

type Values = Record<string, string>

/**
 * The result of saving a section. `typed` is what is not saved and stays in its field, `seen` what
 * the page had shown in these fields, `faults` what is wrong with the values. `question` asks the operator to type
 * `words` before data are deleted, and has what was typed instead. `saved` says that the section is saved.
 */
export type Reply = {
  section: string
  typed: Values
  seen: Values
  faults?: Values
  question?: { words: string; text: string; typed: string }
  saved?: string
}

/** By the names of their settings. */
export const valuesOf = (settings: Setting[]): Values =>
  Object.fromEntries(settings.map(({ name, value }) => [name, value ?? '']))

/** Reads the field `seen` of the form: the values that the page showed. Without it, the stored values count. */
export function seenOf(field: string, settings: Setting[]): Values {
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(field))
  } catch {
    return valuesOf(settings)
  }
}
