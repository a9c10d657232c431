/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '6920467f7bb185c4'
