import { paperColors } from '../../_shared/colors.ts'

/** The colours of a mail below its dark panel. */
export const lightColors = {
  ground: paperColors.background,
  card: paperColors.card,
  line: paperColors.border,
  text: paperColors.foreground,
  muted: paperColors.mutedForeground,
  link: paperColors.foreground,
  warning: paperColors.destructive,
} as const
