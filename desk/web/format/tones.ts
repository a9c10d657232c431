import type { Lead } from '../../core/lead.ts'
import { noTexts } from '../../core/words.ts'
import type { Tone } from '../parts/tone.tsx'

/** By the outcome of a person. */
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

const consentTones = {
  none: 'quiet',
  asked: 'wait',
  given: 'good',
  confirmed: 'good',
  withdrawn: 'bad',
  stopped: 'bad',
} as const satisfies Record<Lead['consent'], Tone>

/** Not green if the number takes no texts. */
export const consentTone = (person: Pick<Lead, 'consent' | 'text_fault'>): Tone =>
  noTexts(person) ? 'quiet' : consentTones[person.consent]

/** Any other state is quiet. */
export const mailTones: Record<string, Tone> = { sent: 'good', failed: 'bad', held: 'wait' }
