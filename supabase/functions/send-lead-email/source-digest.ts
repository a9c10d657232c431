/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '30787729523339dd'
