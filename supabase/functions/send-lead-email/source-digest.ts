/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '026cf329a9308acc'
