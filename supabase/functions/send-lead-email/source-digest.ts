/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = '70d361571058334f'
