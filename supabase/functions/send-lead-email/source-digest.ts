/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '93433fd583bbbe44'
