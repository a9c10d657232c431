/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '11602f05702be86a'
