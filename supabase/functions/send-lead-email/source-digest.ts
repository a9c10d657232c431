/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = 'ad3611ed7e8a4463'
