/** Which version of the sources this is. `npm run format` writes it. */
export const sourceDigest = 'a6912a566aff487f'
