/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '07a39724efbb1f8b'
