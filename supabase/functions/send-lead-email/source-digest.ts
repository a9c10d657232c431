/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '00ae613700bdf889'
