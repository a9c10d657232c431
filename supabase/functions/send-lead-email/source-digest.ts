/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = 'f61bc569815a8ff3'
