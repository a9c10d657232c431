/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = 'c6fab19c80f000c3'
