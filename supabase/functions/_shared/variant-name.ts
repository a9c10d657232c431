/** The name of a variant must match this pattern, both in site/variants.ts and in a stored lead. */
export const variantName = /^[a-z0-9-]{1,32}$/
