/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '09676f24a244267f'
