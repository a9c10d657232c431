/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '29ecb2e5b5dff6e0'
