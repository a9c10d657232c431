/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = 'b9b5179252559a54'
