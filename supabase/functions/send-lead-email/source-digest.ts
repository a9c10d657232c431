/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = 'ed70f57eb86ce3a4'
