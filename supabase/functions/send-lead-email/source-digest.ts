/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '09b25a174c593cad'
