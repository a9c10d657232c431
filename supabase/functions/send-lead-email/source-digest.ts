/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '96ed216727a0020c'
