/**
 * The colours of the brand in sRGB. They have the same names as in components/ui/theme.css, and
 * lib/site/colors.test.ts compares the two files.
 */
export const colors = {
  background: '#0b0c10',
  foreground: '#f6f3ec',
  muted: '#14161d',
  mutedForeground: '#b3b8c5',
  card: '#1b1e27',
  primary: '#ffb938',
  destructive: '#ff9b8f',
  border: '#2c303c',
} as const
