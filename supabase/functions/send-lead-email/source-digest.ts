/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = 'a04baca722150159'
