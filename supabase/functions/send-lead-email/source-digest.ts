/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = 'e65fbbb9bd06bada'
