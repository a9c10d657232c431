/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '6c265dc668bffa71'
