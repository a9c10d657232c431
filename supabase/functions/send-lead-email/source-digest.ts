/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '2f052e0a1fa245a6'
