/** The name of a variant of the page, as it is configured and stored with a lead. */
export const variantName = /^[a-z0-9-]{1,32}$/
