/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '214b0536eee1d8ef'
