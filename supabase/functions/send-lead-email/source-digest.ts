/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '20c4f3827be4a8f4'
