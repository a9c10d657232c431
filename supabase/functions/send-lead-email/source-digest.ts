/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '172a84fed0af5a0d'
