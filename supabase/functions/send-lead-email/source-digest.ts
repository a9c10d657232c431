/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = 'c8778d9e3cc50a1f'
