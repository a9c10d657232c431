/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = 'eebf2eada4a1eb34'
