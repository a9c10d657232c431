import type { discoverCopy, heroCopy } from './copy.ts'

type Words<Copy> = Copy extends string ? string : { readonly [Key in keyof Copy]: Words<Copy[Key]> }

export type PageCopy = {
  hero: Words<typeof heroCopy>
  discover: Words<typeof discoverCopy>
  videoPrompt: string
}

export type Variant = { name: string; copy: { [Section in keyof PageCopy]?: Partial<PageCopy[Section]> } }

/**
 * Wordings to test against those in copy.ts. The variant `control` is copy.ts itself. If this list is empty, no test
 * runs (docs/operate.md).
 */
export const variants: readonly Variant[] = []
