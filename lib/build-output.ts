const list = (text = '') => text.split(' ').filter(Boolean)

/** What next.config.mjs writes into the bundles, as the first pass of build/run.ts found it. Empty in development. */
export const buildOutput = {
  /** Hashes of the inline scripts and styles of the prerendered pages, as sources for a policy. */
  scriptHashes: list(process.env.CSP_SCRIPTS),
  styleHashes: list(process.env.CSP_STYLES),
  /** The video whose host may serve the poster; empty when the page has one of its own. */
  posterVideo: process.env.CSP_VIDEO_URL ?? '',
  /** The folder of the page's own poster: then nothing in the page names the video. Empty where its host serves one. */
  posterFolder: process.env.POSTER_FOLDER ?? '',
}
