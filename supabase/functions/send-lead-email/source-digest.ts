/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = 'c4c6ae09158a6433'
