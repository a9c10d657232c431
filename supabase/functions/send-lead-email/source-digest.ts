/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '3d1297250ef1fae5'
