import { variantName } from '../../supabase/functions/_shared/variant-name.ts'
import type { Variant } from './variant.ts'
import { variants } from './variants.ts'

const control = 'control'

/**
 * The names of all variants of the page, `control` first; none without a test. Throws when two are the same, or when one
 * could not be stored with a lead.
 */
export function namesOf(tried: readonly Variant[]): readonly string[] {
  if (tried.length === 0) return []
  const names = [control, ...tried.map(({ name }) => name)]
  const wrong = names.find((name, index) => !variantName.test(name) || names.indexOf(name) !== index)
  if (wrong !== undefined)
    throw new Error(
      `lib/site/variants.ts: "${wrong}" must be another name than the others and "${control}", of 1 to 32 characters a-z, 0-9 and -`,
    )
  return names
}

/** The variants of this site, as `namesOf` gives them. */
export const variantNames = namesOf(variants)
