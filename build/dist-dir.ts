/** Test builds have a separate folder, so that they do not change the files of a running `npm start`. */
export const testDistDir = '.next-test'
