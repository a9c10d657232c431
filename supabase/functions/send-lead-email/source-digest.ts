/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '6630e59ce268546c'
