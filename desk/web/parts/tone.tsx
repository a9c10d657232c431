import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'

/**
 * What a state means for the operator. Something may be done, wait for somebody, be wrong, or only be worth knowing.
 */
export type Tone = 'good' | 'wait' | 'bad' | 'quiet'

/** The colours of each tone. The text has a contrast of at least 4.5 on its pale ground. */
export const tones: Record<Tone, string> = {
  good: 'bg-good-ground text-good',
  wait: 'bg-wait-ground text-wait',
  bad: 'bg-bad-ground text-bad',
  quiet: 'bg-accent text-accent-foreground',
}

export const ToneBadge = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <Badge className={`rounded-md text-left ${tones[tone]}`}>{children}</Badge>
)
