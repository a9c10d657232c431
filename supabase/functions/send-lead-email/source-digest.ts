/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = 'f53745c339c4433f'
