/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = 'a11406ac1fb6e4ff'
