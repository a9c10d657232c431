/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '649de3e1ffe28001'
