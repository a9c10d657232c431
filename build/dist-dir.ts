/** Test builds have their own folder, so that they do not overwrite the files of a running `npm start`. */
export const testDistDir = '.next-test'
