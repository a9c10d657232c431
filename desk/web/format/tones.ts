import type { Lead } from '../../core/lead.ts'
import { noTexts } from '../../core/words.ts'
import type { Tone } from '../parts/tone.tsx'

/** How the desk colours what became of a person. */
export const outcomeTones = { open: 'quiet', won: 'good', lost: 'quiet' } as const satisfies Record<
  Lead['outcome'],
  Tone
>

/** How the desk colours a booked call. */
export const bookingTones = {
  pressed: 'quiet',
  booked: 'wait',
  held: 'good',
  cancelled: 'quiet',
  'no-show': 'bad',
} as const satisfies Record<NonNullable<Lead['booking']>, Tone>

/** How the desk colours the consent of a person to text messages. */
const consentTones = {
  none: 'quiet',
  asked: 'wait',
  given: 'good',
  confirmed: 'good',
  withdrawn: 'bad',
  stopped: 'bad',
} as const satisfies Record<Lead['consent'], Tone>

/** Returns the colour of the consent of a person, which is not green if the number takes no texts. */
export const consentTone = (person: Pick<Lead, 'consent' | 'text_fault'>): Tone =>
  noTexts(person) ? 'quiet' : consentTones[person.consent]

/** How the desk colours the state of a message. Any other state is quiet. */
export const mailTones: Record<string, Tone> = { sent: 'good', failed: 'bad', held: 'wait' }
