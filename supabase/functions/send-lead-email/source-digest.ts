/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = 'bb608184d0bebf4d'
