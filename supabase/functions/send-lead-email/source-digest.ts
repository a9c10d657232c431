/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '915a10e9511018a9'
