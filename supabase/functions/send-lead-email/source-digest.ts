/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '388d6c86c91a11a9'
