import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { NativeSelect, NativeSelectOption } from '@/components/ui/native-select'
import { bookingChoices } from '../../../core/booking.ts'
import { bookingWords, capitalized } from '../../../core/words.ts'
import { tellTime } from '../../format/when.ts'
import { Form } from '../../parts/form.tsx'
import { Section } from '../../parts/section.tsx'
import { addressOf, type PersonProps } from './address.ts'

/** The choice that is true now. */
const chosen: Record<string, string> = {
  booked: 'booked',
  held: 'came',
  'no-show': 'no-show',
  cancelled: 'cancelled',
}

export function BookingCard(props: PersonProps) {
  const { booking, booking_pressed_at: pressedAt, booking_starts_at: startsAt } = props.person
  return (
    <Section title="Booked call" contentClassName="grid gap-3 text-sm">
      <p>
        {booking ? capitalized(bookingWords(booking)) : 'None that we know of'}
        {booking && startsAt && `: ${tellTime(startsAt)}`}
        {pressedAt && (
          <small className="block text-xs text-muted-foreground">
            Calendar link first clicked {tellTime(pressedAt)}
          </small>
        )}
      </p>
      <Form call="say_booking" action={addressOf(props, 'booking')} className="grid gap-2">
        <Label className="grid gap-1.5">
          What happened
          <NativeSelect name="kind" defaultValue={chosen[booking ?? ''] ?? 'booked'} className="md:text-sm">
            {Object.entries(bookingChoices).map(([kind, label]) => (
              <NativeSelectOption key={kind} value={kind}>
                {label}
              </NativeSelectOption>
            ))}
          </NativeSelect>
        </Label>
        <Label className="grid gap-1.5">
          Starts (if you know)
          <Input type="datetime-local" name="starts" className="md:text-sm" />
        </Label>
        <Button variant="outline" className="bg-card">
          Save the call
        </Button>
        <p className="text-xs text-muted-foreground">
          Only if the calendar did not report it. If it reports something later, that counts.
        </p>
      </Form>
    </Section>
  )
}
