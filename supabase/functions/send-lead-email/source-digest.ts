/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = 'cef64a6c9f51e17b'
