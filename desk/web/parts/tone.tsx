import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'

/**
 * What a state means for the operator: may be done, waits for somebody, is wrong, or is only worth knowing.
 */
export type Tone = 'good' | 'wait' | 'bad' | 'quiet'

/** The text has a contrast of at least 4.5 on its pale ground. */
export const tones: Record<Tone, string> = {
  good: 'bg-good-ground text-good',
  wait: 'bg-wait-ground text-wait',
  bad: 'bg-bad-ground text-bad',
  quiet: 'bg-accent text-accent-foreground',
}

export const ToneBadge = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <Badge className={`rounded-md text-left ${tones[tone]}`}>{children}</Badge>
)
