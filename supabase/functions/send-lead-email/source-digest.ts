/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '26a6dcea397adec7'
