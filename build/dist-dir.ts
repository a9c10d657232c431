/** The folder of the build that the tests and experiments serve, so that a running `npm start` keeps its own, `.next`. */
export const testDistDir = '.next-test'
