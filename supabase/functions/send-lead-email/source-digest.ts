/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '60143dcdd9603cbf'
