/** Test builds have a folder of their own, so that they leave a running `npm start` alone. */
export const testDistDir = '.next-test'
