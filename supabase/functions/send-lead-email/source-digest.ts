/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '909a08b824c11385'
