/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = 'c1159624efbcf2db'
