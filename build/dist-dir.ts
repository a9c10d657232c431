/**
 * Test builds go to a folder of their own. Otherwise they would overwrite the files that a running `npm start`
 * serves.
 */
export const testDistDir = '.next-test'
