/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '1d8e63aaea6f5d80'
