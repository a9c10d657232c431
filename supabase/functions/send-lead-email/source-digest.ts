/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '7b99e1466efe3acc'
