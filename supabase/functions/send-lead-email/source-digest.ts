/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '671556de9834ae31'
