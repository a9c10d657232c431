/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '729d970db43699ed'
