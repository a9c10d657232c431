import type { Lead } from '../../core/lead.ts'
import type { Tone } from '../parts/tone.tsx'

/** How the desk colours what became of a person. */
export const outcomeTones = { open: 'quiet', won: 'good', lost: 'quiet' } as const satisfies Record<
  Lead['outcome'],
  Tone
>

/** How the desk colours the consent of a person to text messages. */
export const consentTones = {
  none: 'quiet',
  asked: 'wait',
  given: 'good',
  confirmed: 'good',
  withdrawn: 'bad',
  stopped: 'bad',
} as const satisfies Record<Lead['consent'], Tone>
