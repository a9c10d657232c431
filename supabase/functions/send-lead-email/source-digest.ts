/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = 'a676d44592469d2e'
