import { discoverCopy, heroCopy, videoPrompt } from '../site/copy.ts'
import { type PageCopy, type Variant, variants } from '../site/variants.ts'
import { variantName } from '../supabase/functions/_shared/variant-name.ts'

/** The name of the page without changes. */
export const control = 'control'

/** The desk's word for `control`. */
export const original = 'original'

/**
 * Begins with `control`; empty without a test. Throws if a name occurs twice, cannot be stored, or would look
 * like `control` at the desk.
 */
export function namesOf(tried: readonly Variant[]): readonly string[] {
  if (tried.length === 0) return []
  const names = [control, ...tried.map(({ name }) => name)]
  const wrong = names.find(
    (name, index) => !variantName.test(name) || name === original || names.indexOf(name) !== index,
  )
  if (wrong !== undefined)
    throw new Error(
      `site/variants.ts: "${wrong}" must differ from "${control}", "${original}" and all other names, and have 1 to 32 characters a-z, 0-9 and -`,
    )
  return names
}

export const variantNames = namesOf(variants)

/** For `control` and unknown names, the texts of copy.ts. */
export function pageCopy(name: string | undefined, tried: readonly Variant[] = variants): PageCopy {
  const copy = tried.find((variant) => variant.name === name)?.copy
  return {
    hero: { ...heroCopy, ...copy?.hero },
    discover: { ...discoverCopy, ...copy?.discover },
    videoPrompt: copy?.videoPrompt ?? videoPrompt,
  }
}
