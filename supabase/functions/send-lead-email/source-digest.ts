/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = 'bd79ba998fdcd6ed'
