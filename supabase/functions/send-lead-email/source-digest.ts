/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '27e8c0e0c2239993'
