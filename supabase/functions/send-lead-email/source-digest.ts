/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '1336c363375e4038'
