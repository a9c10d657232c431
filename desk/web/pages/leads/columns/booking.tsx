import { Badge } from '@/components/ui/badge'
import { bookingWords } from '../../../../core/words.ts'
import { bookingTones } from '../../../format/tones.ts'
import { tellTime } from '../../../format/when.ts'
import { tones } from '../../../parts/tone.tsx'
import { type Column, small } from './column.ts'

export const booking: Column = {
  label: 'Booked call',
  place: '',
  Cell: ({ lead: { booking, booking_starts_at: startsAt } }) =>
    booking && (
      <>
        <Badge className={`rounded-md whitespace-nowrap ${tones[bookingTones[booking]]}`}>
          <span className="md:hidden">call: </span>
          {bookingWords(booking)}
        </Badge>
        {startsAt && (
          <small className={`${small} whitespace-nowrap max-md:hidden`}>{tellTime(startsAt)}</small>
        )}
      </>
    ),
}
