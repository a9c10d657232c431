/** The brand's colours in sRGB, under their names in components/ui/theme.css. lib/site/colors.test.ts compares them. */
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
