/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = 'd3024ff6ae7b172d'
