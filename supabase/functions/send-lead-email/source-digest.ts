/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '9b5d94458f8cd75a'
