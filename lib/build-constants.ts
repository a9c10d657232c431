const list = (text = '') => text.split(' ').filter(Boolean)

/** What next.config.mjs writes into the bundles. */
export const buildConstants = {
  /** Of our inline scripts. Development has none, and no policy. */
  scriptHashes: list(process.env.CSP_SCRIPTS),
  /** build/inline-scripts.ts */
  inlineScripts: {
    loader: process.env.LOADER ?? '',
    rememberPress: process.env.REMEMBER_PRESS ?? '',
    logPath: process.env.LOG_PATH ?? '',
  },
  /** build/build-id.ts. Empty in development. */
  buildId: process.env.BUILD_ID ?? '',
  /**
   * For the policy, which must allow a poster from the video's host. Empty with a poster of the page's own.
   */
  posterVideo: process.env.CSP_VIDEO_URL ?? '',
  /** Of the page's own poster. The page then does not contain the video's URL. */
  posterFolder: process.env.POSTER_FOLDER ?? '',
}
