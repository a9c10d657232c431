/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '01d2279cfb373a46'
