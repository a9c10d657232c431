/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '9e31c006afeed816'
