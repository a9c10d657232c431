/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = 'a54b71c0f14710c6'
