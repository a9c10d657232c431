/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '8c30ffdf2a5f0a90'
