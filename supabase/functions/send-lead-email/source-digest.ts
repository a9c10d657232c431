/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '7ae8bf29923dac8c'
