/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '653daff183f00212'
