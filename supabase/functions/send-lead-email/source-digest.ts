/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = 'cc4f8d097084d8a8'
