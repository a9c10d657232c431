import { Badge } from '@/components/ui/badge'
import { consentWords } from '../../../../core/words.ts'
import { type Tone, tones } from '../../../parts/tone.tsx'
import type { Column } from './column.ts'

const consentTones: Record<string, Tone> = {
  given: 'good',
  confirmed: 'good',
  asked: 'wait',
  withdrawn: 'bad',
  stopped: 'bad',
}

/** The state of the consent. A person who withdrew must not look like the others on any screen. */
export const consent: Column = {
  label: 'Consent',
  place: 'max-md:pl-14',
  Cell: ({ lead: { consent } }) => (
    <Badge className={`rounded-md ${tones[consentTones[consent] ?? 'quiet']}`}>
      <span className="md:hidden">consent: </span>
      {consentWords[consent] ?? consent}
    </Badge>
  ),
}
