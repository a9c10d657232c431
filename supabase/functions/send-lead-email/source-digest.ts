/** Which version of the sources this is. `npm run digest` writes it. */
export const sourceDigest = 'f33e051d219f83c3'
