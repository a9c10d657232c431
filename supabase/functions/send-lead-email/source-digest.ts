/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = 'c62ed795b455112c'
