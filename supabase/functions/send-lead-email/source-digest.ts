/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '111922a546cfd8db'
