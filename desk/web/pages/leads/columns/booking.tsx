import { Badge } from '@/components/ui/badge'
import { bookingWords } from '../../../../core/words.ts'
import { bookingTones } from '../../../format/tones.ts'
import { tellTime } from '../../../format/when.ts'
import { tones } from '../../../parts/tone.tsx'
import { type Column, small } from './column.ts'

export const booking: Column = {
  label: 'Booked call',
  place: '',
  Cell({ lead: { booking, booking_starts_at: startsAt } }) {
    if (!booking) return null
    const [state, note = startsAt && tellTime(startsAt)] = bookingWords(booking).split(', ')
    return (
      <>
        <Badge className={`rounded-md whitespace-nowrap ${tones[bookingTones[booking]]}`}>
          <span className="md:hidden">call: </span>
          {state}
        </Badge>
        {note && <small className={`${small} whitespace-nowrap max-md:hidden`}>{note}</small>}
      </>
    )
  },
}
