/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '4215be8866e8d0a3'
