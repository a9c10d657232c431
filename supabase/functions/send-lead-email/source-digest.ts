/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '2c94b2a6e2d6c2d0'
