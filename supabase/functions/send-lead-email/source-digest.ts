/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '269c66eed6772e78'
