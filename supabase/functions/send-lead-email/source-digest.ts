/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '72c37ca7f73bb982'
