/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '93fc8eade7ae475b'
