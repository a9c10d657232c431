/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = 'ef265f5944e646bc'
