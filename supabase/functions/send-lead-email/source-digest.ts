/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = 'c91498d693990b61'
