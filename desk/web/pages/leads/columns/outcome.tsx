import { Badge } from '@/components/ui/badge'
import { dateOf } from '../../../../core/period.ts'
import { noteKinds, outcomeWords } from '../../../../core/words.ts'
import { outcomeTones } from '../../../format/tones.ts'
import { tellDay } from '../../../format/when.ts'
import { tones } from '../../../parts/tone.tsx'
import { type Column, small } from './column.ts'

/** While the outcome is open, when to call. Below is the latest note, or the day of the outcome. */
export const outcome: Column = {
  label: 'Outcome',
  place: '',
  orders: ['outcome-down', 'outcome'],
  Cell({ lead, lead: { outcome, outcome_at: decidedAt, call_again_on: callOn, noted } }) {
    const dayOf = (at: string) => tellDay(dateOf(new Date(at)))
    const note = noted
      ? `${noteKinds[noted.kind] ?? noted.kind} ${dayOf(noted.created_at)}`
      : outcome !== 'open' && decidedAt && dayOf(decidedAt)
    return (
      <>
        {outcome !== 'open' && (
          <Badge className={`rounded-md tabular-nums ${tones[outcomeTones[outcome]]}`}>
            {outcomeWords(lead)}
          </Badge>
        )}
        {callOn && <span className="block max-md:inline max-md:text-xs">{` call ${tellDay(callOn)}`}</span>}
        {note && !(callOn && outcome !== 'open') && (
          <small className={`${small} ${callOn || outcome !== 'open' ? 'max-md:hidden' : ''}`}>{note}</small>
        )}
      </>
    )
  },
}
