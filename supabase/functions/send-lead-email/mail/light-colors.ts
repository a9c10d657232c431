import { paperColors } from '../../_shared/colors.ts'

export const lightColors = {
  ground: paperColors.background,
  card: paperColors.card,
  line: paperColors.border,
  text: paperColors.foreground,
  muted: paperColors.mutedForeground,
  link: paperColors.foreground,
  warning: paperColors.destructive,
} as const
