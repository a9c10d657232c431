const list = (text = '') => text.split(' ').filter(Boolean)

/** What the first pass of build/run.ts found. next.config.mjs writes it into the bundles. Empty in development. */
export const buildOutput = {
  /** Hashes of the inline scripts and styles in the prerendered pages, in the form of policy sources. */
  scriptHashes: list(process.env.CSP_SCRIPTS),
  styleHashes: list(process.env.CSP_STYLES),
  /** The video whose host may serve the poster. Empty if the page has its own poster. */
  posterVideo: process.env.CSP_VIDEO_URL ?? '',
  /** The folder of the page's own poster. With it nothing in the page names the video. Empty if the host serves the poster. */
  posterFolder: process.env.POSTER_FOLDER ?? '',
}
