/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = 'e23e788f72540f71'
