/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = 'a1b93b946f7ae153'
