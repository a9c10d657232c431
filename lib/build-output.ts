const list = (text = '') => text.split(' ').filter(Boolean)

/**
 * What the build hands to the running code: next.config.mjs writes each into the bundles, from what build/run.ts found
 * out in its first pass. All of it is empty in development, which has no policy.
 */
export const buildOutput = {
  /** Hashes of the inline scripts and styles of the prerendered pages, as sources for a policy. */
  scriptHashes: list(process.env.CSP_SCRIPTS),
  styleHashes: list(process.env.CSP_STYLES),
  /** The video whose host may serve the poster; empty when the page has one of its own. */
  posterVideo: process.env.CSP_VIDEO_URL ?? '',
  /** The folder of the page's own poster: then nothing in the page names the video. Empty where its host serves one. */
  posterFolder: process.env.POSTER_FOLDER ?? '',
}
