/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '99e59de8d736388b'
