/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = 'e0a0023babea78bc'
