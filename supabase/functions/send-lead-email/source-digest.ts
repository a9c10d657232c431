/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '06f372e4fbda82a7'
