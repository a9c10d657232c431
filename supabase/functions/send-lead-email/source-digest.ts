/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '0c6e927d98cfddff'
