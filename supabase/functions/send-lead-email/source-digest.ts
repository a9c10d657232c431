/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = 'c6eedd05c0c255c3'
