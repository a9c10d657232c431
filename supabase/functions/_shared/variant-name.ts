/** For site/variants.ts and for stored leads. */
export const variantName = /^[a-z0-9-]{1,32}$/
