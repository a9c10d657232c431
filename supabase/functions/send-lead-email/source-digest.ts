/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '65f050ba11d7decd'
