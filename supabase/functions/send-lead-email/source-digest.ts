/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '833595b2f00939c4'
