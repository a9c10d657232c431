/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '019ba1e375567e58'
