/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '40451f9075bef072'
