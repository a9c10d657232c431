/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = 'fd7ea665e117eb50'
