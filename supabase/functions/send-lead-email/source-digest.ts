/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = 'a9a20d87159eaa4f'
