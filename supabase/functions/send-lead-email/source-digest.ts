/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '5175fef1983bdbf0'
