import * as z from 'zod/mini'
import type { Setting } from '../../../core/settings.ts'

type Values = Record<string, string>

/**
 * The result of saving a section. `typed` is what stays unsaved in its field, `seen` what the page had shown
 * there, `faults` what is wrong with the values. `question` asks for `words` before data is deleted, and has
 * what was typed instead.
 */
export type Reply = {
  section: string
  typed: Values
  seen: Values
  faults?: Values
  question?: { words: string; text: string; typed: string }
  saved?: string
}

/** By setting. */
export const valuesOf = (settings: Setting[]): Values =>
  Object.fromEntries(settings.map(({ name, value }) => [name, value ?? '']))

/** Reads the field `seen`: the values that the page showed. Without it, the stored values. */
export function seenOf(field: string, settings: Setting[]): Values {
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(field))
  } catch {
    return valuesOf(settings)
  }
}
