/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '969b9a6e9eaaa377'
