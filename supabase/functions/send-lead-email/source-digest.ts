/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = 'f9ee1f7bd23aa756'
