/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '48fad3e2d81d04a8'
