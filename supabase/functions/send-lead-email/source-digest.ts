/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '2a7092788d6adea5'
