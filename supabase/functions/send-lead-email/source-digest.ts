/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '74cea48afa2971db'
