/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = 'cd2b970e5ecb8e0e'
