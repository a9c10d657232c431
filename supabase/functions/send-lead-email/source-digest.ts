/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = 'ca0f37aa0ed18d1a'
