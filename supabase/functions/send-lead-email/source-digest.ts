/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '84b9bba6e8fe538c'
