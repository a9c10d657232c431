/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = 'a9697f7c809881ff'
