/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '8c4a091ae706942c'
