/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '6e7d2031d31ce4e7'
