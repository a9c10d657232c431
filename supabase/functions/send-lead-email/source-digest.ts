/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '40e62ff882a4850f'
