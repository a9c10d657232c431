const list = (text = '') => text.split(' ').filter(Boolean)

/**
 * The results of the first build in build/run.ts. In the second build, next.config.mjs writes them into the bundles.
 * They are empty in development.
 */
export const buildConstants = {
  scriptHashes: list(process.env.CSP_SCRIPTS),
  styleHashes: list(process.env.CSP_STYLES),
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
