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

/** How the desk colours the state of a message. Any other state is quiet. */
export const mailTones: Record<string, Tone> = { sent: 'good', failed: 'bad', held: 'wait' }
