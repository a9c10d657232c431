/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '410b60df46451b2f'
