/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '20ad19906aac58d5'
