/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = 'bdb6f82a7bfdf7a4'
