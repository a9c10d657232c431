/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '379270e4ddf40cd5'
