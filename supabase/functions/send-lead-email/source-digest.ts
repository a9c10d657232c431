/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '2ebccd36883b1c35'
