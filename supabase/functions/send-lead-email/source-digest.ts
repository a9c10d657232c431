/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = 'fd39fefecb649ca7'
