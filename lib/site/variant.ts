import type { discoverCopy } from './discover.ts'
import type { heroCopy } from './hero.ts'

type Words<Copy> = Copy extends string ? string : { readonly [Key in keyof Copy]: Words<Copy[Key]> }

/** The words of the page that a variant may replace. */
export type PageCopy = {
  hero: Words<typeof heroCopy>
  discover: Words<typeof discoverCopy>
  videoPrompt: string
}

/** Another wording of the page: its name, of a-z, 0-9 and hyphens, and the words in which it differs. */
export type Variant = { name: string; copy: { [Section in keyof PageCopy]?: Partial<PageCopy[Section]> } }
