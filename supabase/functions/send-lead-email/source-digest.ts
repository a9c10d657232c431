/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '6687713e7e86d80f'
