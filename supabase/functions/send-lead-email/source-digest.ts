/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '2ee11d4444639dc6'
