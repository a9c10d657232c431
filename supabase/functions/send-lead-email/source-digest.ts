/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = 'ac0960e633e2abd0'
