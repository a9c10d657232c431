/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = 'f653c97003670a77'
