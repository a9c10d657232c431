/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = 'e1a5639e04ffbf45'
