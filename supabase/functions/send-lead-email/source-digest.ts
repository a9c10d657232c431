/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = 'ab1ed72607ab9bbf'
