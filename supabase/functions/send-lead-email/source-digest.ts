/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '68e1c116fa69ab47'
