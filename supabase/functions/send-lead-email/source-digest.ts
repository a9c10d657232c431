/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = 'daa63af71b26e0e0'
