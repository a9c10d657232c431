/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '169330c2502b4425'
