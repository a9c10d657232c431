/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '68e90b49f97d9b3e'
