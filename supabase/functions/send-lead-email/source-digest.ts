/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '62c9706953d1b299'
