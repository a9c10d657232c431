/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '8a96aa3ea1267e00'
