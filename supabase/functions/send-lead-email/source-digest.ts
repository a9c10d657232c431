/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '265e91ede9e87493'
