/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = 'a4e6c87de7448cc5'
