/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = 'f04b972b5805793f'
