/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = 'bf3c9eaf7827393d'
