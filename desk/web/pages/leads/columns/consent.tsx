import { Badge } from '@/components/ui/badge'
import { consentWords } from '../../../../core/words.ts'
import { tones } from '../../../parts/tone.tsx'
import { consentTones } from '../../../server/tones.ts'
import type { Column } from './column.ts'

/** The state of the consent. A person who withdrew must not look like the others on any screen. */
export const consent: Column = {
  label: 'Consent',
  place: 'max-md:pl-14',
  Cell: ({ lead: { consent } }) => (
    <Badge className={`rounded-md ${tones[consentTones[consent]]}`}>
      <span className="md:hidden">consent: </span>
      {consentWords[consent] ?? consent}
    </Badge>
  ),
}
