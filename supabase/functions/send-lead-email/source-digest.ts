/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '3ef18f14d93170ca'
