/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = 'ef54b12b3834d8f2'
