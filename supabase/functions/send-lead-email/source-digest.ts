/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '8ad6555403feaad6'
