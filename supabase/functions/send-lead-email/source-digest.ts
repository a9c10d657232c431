/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '32d4df360c9a0a2f'
