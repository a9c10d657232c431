/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '54aa230ff3cf20e6'
