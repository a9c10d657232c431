import type { Variant } from './variant.ts'

/**
 * The wordings that are tried against the page as the other files of this folder word it, which is the variant `control`.
 * Each visitor sees one of them, in equal shares; without any there is no test. docs/operate.md says how to run one.
 */
export const variants: readonly Variant[] = []
