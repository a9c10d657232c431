/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '478ddd676cff894d'
