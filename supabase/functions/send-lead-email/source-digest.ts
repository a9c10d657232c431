/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '68fdc9d7efeab2cd'
