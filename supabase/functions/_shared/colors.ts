/**
 * The brand's colours in sRGB: on the page, in the mails, the manifest and the icons. What cannot import them (the theme
 * in app/globals.css, the icons in public/) repeats them, and lib/site/colors.test.ts compares.
 */
export const colors = {
  ink: '#0b0c10',
  surface: '#14161d',
  raised: '#1b1e27',
  line: '#2c303c',
  muted: '#b3b8c5',
  paper: '#f6f3ec',
  accent: '#ffb938',
  danger: '#ff9b8f',
} as const
