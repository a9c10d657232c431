/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = 'e2874f59a704f570'
