/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = 'ba9f433a99d71389'
