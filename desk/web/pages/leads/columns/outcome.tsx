import { Badge } from '@/components/ui/badge'
import { dateOf } from '../../../../core/period.ts'
import { outcomeWords } from '../../../../core/words.ts'
import { outcomeTones } from '../../../format/tones.ts'
import { tellDay } from '../../../format/when.ts'
import { tones } from '../../../parts/tone.tsx'
import { type Column, small } from './column.ts'

/** What became of the person. Empty if that is open. */
export const outcome: Column = {
  label: 'Outcome',
  place: 'max-md:pl-14',
  Cell: ({ lead, lead: { outcome, outcome_at: decidedAt } }) =>
    outcome !== 'open' && (
      <>
        <Badge className={`rounded-md whitespace-nowrap tabular-nums ${tones[outcomeTones[outcome]]}`}>
          {outcomeWords(lead)}
        </Badge>
        <small className={`${small} max-md:hidden`}>
          {decidedAt && tellDay(dateOf(new Date(decidedAt)))}
        </small>
      </>
    ),
}
