/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '82a01f8270dc43e0'
