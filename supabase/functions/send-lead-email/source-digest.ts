/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '497601495246178f'
