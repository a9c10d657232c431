/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = '961147fb03468d85'
