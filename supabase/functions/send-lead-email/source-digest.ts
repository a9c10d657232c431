/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = 'ac75fc66da1e2d8b'
