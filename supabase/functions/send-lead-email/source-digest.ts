/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '225c233067218a76'
