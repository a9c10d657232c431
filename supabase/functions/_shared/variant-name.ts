/** The rule for a variant's name, for the settings and for stored leads. */
export const variantName = /^[a-z0-9-]{1,32}$/
