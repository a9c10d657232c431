/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '77f16c35e9b65ca4'
