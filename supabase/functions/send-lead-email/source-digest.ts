/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = 'b15f3794c45f6c48'
