/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '7f09a59410440fba'
