/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '03bbe7d6ee180f8b'
