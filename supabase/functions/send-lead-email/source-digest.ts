/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '5c5bda9674e495b6'
