/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = 'b721aaa28ad6573b'
