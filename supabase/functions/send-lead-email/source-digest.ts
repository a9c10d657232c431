/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = 'e8b95570e26ac82b'
