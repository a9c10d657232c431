/** Test builds must not overwrite what a running `npm start` serves. */
export const testDistDir = '.next-test'
