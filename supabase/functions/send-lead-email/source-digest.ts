/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '19b04f98c2d35e78'
