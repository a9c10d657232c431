/** The allowed form of a variant's name, in the settings and in stored leads. */
export const variantName = /^[a-z0-9-]{1,32}$/
