/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '376d6f4fac8bbdae'
