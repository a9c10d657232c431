/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '33279d507da830c0'
