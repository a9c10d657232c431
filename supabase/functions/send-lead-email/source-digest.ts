/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '6fbf3f99b0e63da1'
