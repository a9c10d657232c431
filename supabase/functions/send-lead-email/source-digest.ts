/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = 'a3d6d19953d8096a'
