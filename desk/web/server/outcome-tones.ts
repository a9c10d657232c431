import type { Tone } from '../parts/tone.tsx'

/** How the desk colours what became of a person. */
export const outcomeTones = { open: 'quiet', won: 'good', lost: 'quiet' } as const satisfies Record<
  string,
  Tone
>
