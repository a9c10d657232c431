/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '80e41507c7261759'
