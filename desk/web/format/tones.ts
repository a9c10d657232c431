import type { Lead } from '../../core/lead.ts'
import type { Tone } from '../parts/tone.tsx'

export const outcomeTones = { open: 'quiet', won: 'good', lost: 'quiet' } as const satisfies Record<
  Lead['outcome'],
  Tone
>

export const bookingTones = {
  pressed: 'quiet',
  booked: 'wait',
  held: 'good',
  cancelled: 'quiet',
  'no-show': 'bad',
} as const satisfies Record<NonNullable<Lead['booking']>, Tone>

const faultTones: Record<string, Tone> = { asked: 'wait', withdrawn: 'bad', stopped: 'bad' }

/** Green if the person may be texted. */
export const consentTone = ({ text_fault: fault }: Pick<Lead, 'text_fault'>): Tone =>
  fault === null ? 'good' : (faultTones[fault] ?? 'quiet')

/** Any other state is quiet. */
export const mailTones: Record<string, Tone> = { sent: 'good', failed: 'bad', held: 'wait' }
