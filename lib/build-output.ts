const list = (text = '') => text.split(' ').filter(Boolean)

/** Results of the first pass of build/run.ts. next.config.mjs writes them into the bundles. They are empty in development. */
export const buildOutput = {
  scriptHashes: list(process.env.CSP_SCRIPTS),
  styleHashes: list(process.env.CSP_STYLES),
  /** The video's URL, because the policy allows a poster from the video's host. Empty if the page has its own poster. */
  posterVideo: process.env.CSP_VIDEO_URL ?? '',
  /**
   * The folder of the page's own poster, if it has one. A page with its own poster does not contain the video's URL.
   */
  posterFolder: process.env.POSTER_FOLDER ?? '',
}
