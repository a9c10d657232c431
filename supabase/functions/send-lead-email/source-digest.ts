/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '603b850b40c4e38b'
