/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '17877787e2e1b6b4'
