import { theme } from '../../../site/colors.ts'

const { ink, paper, accent, alert, alertOnInk } = theme

/** Tokens of shadcn/ui on ink: the page's hero, notices and footer, the desk at night, an email's panel. */
export const colors = {
  background: ink,
  foreground: paper,
  card: mix(ink, paper, 0.07),
  cardForeground: paper,
  popover: mix(ink, paper, 0.07),
  popoverForeground: paper,
  primary: accent,
  primaryForeground: ink,
  secondary: mix(ink, accent, 0.14),
  secondaryForeground: mix(accent, paper, 0.4),
  muted: mix(ink, paper, 0.04),
  mutedForeground: mix(paper, ink, 0.27),
  accent: mix(ink, paper, 0.15),
  accentForeground: paper,
  destructive: alertOnInk,
  border: mix(ink, paper, 0.18),
  input: mix(ink, paper, 0.48),
  ring: accent,
}

/** The same on paper: the page's list, the dialog, the desk by day, an email's text. */
export const paperColors = {
  background: paper,
  foreground: ink,
  card: mix(paper, '#ffffff', 0.7),
  cardForeground: ink,
  popover: mix(paper, '#ffffff', 0.7),
  popoverForeground: ink,
  primary: ink,
  primaryForeground: accent,
  secondary: accent,
  secondaryForeground: ink,
  muted: mix(paper, ink, 0.04),
  mutedForeground: mix(ink, paper, 0.28),
  accent: mix(paper, ink, 0.08),
  accentForeground: ink,
  destructive: alert,
  border: mix(paper, ink, 0.16),
  input: mix(paper, ink, 0.5),
  ring: ink,
} satisfies typeof colors

/** `share` (0 to 1) of the way from `one` to `other`. */
function mix(one: string, other: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const [from, to] = [one, other].map((color) => Number.parseInt(color.slice(at, at + 2), 16)) as [
      number,
      number,
    ]
    return Math.round(from + (to - from) * share)
  })
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
