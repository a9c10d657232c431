/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = 'be9ed1cc0516fb42'
