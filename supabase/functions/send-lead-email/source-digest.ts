/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = 'd48b7f76af221eea'
