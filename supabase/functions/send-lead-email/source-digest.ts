/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '4640683420d41486'
