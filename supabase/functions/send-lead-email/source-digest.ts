/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '13ee11dfe2d01349'
