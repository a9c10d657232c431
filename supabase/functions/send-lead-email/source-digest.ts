/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = 'a16c07f6ec653c80'
