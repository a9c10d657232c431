/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = 'c90c49152d1751d6'
