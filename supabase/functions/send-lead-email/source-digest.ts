/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '0eb37bfda72491ad'
