/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '024a33a8ab422568'
