/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = 'de893ef001de4cfc'
