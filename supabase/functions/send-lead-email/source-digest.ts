/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '79619c491407f9f8'
