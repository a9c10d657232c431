/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = 'a4f876fe8fa7bf1c'
