/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = 'd0499c952dab5639'
