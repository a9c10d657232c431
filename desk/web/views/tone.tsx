import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'

/** What a state means for the operator: done, waiting for somebody, wrong, or only worth knowing. */
export type Tone = 'good' | 'wait' | 'bad' | 'quiet'

/** The colours of a tone: text on a pale ground, with a contrast of at least 4.5. */
export const tones: Record<Tone, string> = {
  good: 'bg-good-ground text-good',
  wait: 'bg-wait-ground text-wait',
  bad: 'bg-bad-ground text-bad',
  quiet: 'bg-accent text-accent-foreground',
}

/** A state as a short label. */
export const ToneBadge = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <Badge className={`rounded-md text-left ${tones[tone]}`}>{children}</Badge>
)
