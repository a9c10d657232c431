/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '97fde93dd9c09782'
