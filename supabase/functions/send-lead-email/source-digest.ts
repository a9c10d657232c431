/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = 'b7374b66376ebcef'
