/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = 'e5ea07d660658193'
