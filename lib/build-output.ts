const list = (text = '') => text.split(' ').filter(Boolean)

/** What the first pass of build/run.ts found. next.config.mjs writes it into the bundles. In development it is empty. */
export const buildOutput = {
  scriptHashes: list(process.env.CSP_SCRIPTS),
  styleHashes: list(process.env.CSP_STYLES),
  /** The video's address. The policy allows its host for the poster. Empty if the page has its own poster. */
  posterVideo: process.env.CSP_VIDEO_URL ?? '',
  /** The folder of the page's own poster. Such a page does not name the video. Empty if the host serves the poster. */
  posterFolder: process.env.POSTER_FOLDER ?? '',
}
