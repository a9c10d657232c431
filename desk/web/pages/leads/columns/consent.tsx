import { Badge } from '@/components/ui/badge'
import { consentWords } from '../../../../core/consent-words.ts'
import { noTexts } from '../../../../core/words.ts'
import { consentTone } from '../../../format/tones.ts'
import { tones } from '../../../parts/tone.tsx'
import type { Column } from './column.ts'

/**
 * Also says why the number takes no texts anyway. People who may not be texted look different on every
 * screen.
 */
export const consent: Column = {
  label: 'Consent',
  place: 'max-md:flex max-md:gap-2',
  Cell({ lead, lead: { consent } }) {
    const refusal = noTexts(lead)
    return (
      <>
        <Badge className={`rounded-md ${tones[consentTone(lead)]}`}>
          <span className="md:hidden">consent: </span>
          {consentWords[consent]}
        </Badge>
        {refusal && (
          <small title={refusal} className="block max-w-28 truncate text-xs text-bad">
            {refusal}
          </small>
        )}
      </>
    )
  },
}
