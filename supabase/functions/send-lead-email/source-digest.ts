/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '4479fe0f5fcedb8d'
