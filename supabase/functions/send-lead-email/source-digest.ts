/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '9e806293bee017bc'
