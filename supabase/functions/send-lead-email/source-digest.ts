/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '187908969342827e'
