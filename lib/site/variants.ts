/** The names of the page's variants; none. */
export const variantNames: readonly string[] = []
