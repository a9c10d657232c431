/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '8fdc031d64ad0352'
