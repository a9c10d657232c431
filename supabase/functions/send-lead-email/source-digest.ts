/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '8aeb61d27bda1cfa'
