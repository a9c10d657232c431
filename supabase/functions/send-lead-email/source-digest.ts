/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = 'a05acce1be76424d'
