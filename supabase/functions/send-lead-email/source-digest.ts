/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '61c5697be01edd36'
