const list = (text = '') => text.split(' ').filter(Boolean)

/** What next.config.mjs writes into the bundles. */
export const buildConstants = {
  /** The hashes of our inline scripts. Development has none, and then no policy. */
  scriptHashes: list(process.env.CSP_SCRIPTS),
  /** build/inline-scripts.ts */
  inlineScripts: {
    loader: process.env.LOADER ?? '',
    rememberPress: process.env.REMEMBER_PRESS ?? '',
    logPath: process.env.LOG_PATH ?? '',
  },
  /** Names the build (build/build-id.ts). Empty in development. */
  buildId: process.env.BUILD_ID ?? '',
  /**
   * The URL of the video. The policy needs this URL to allow a poster from the host of the video. Empty if the page
   * has its own poster.
   */
  posterVideo: process.env.CSP_VIDEO_URL ?? '',
  /**
   * If the page has its own poster, this is the folder of the poster. The page then does not contain the URL of the
   * video.
   */
  posterFolder: process.env.POSTER_FOLDER ?? '',
}
