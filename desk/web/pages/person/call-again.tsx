import { Button } from '@/components/ui/button'
import { CardContent } from '@/components/ui/card'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { dateOf } from '../../../core/period.ts'
import { Hidden } from '../../parts/hidden.tsx'
import { addressOf, type PersonProps } from './address.ts'

/** Sets the day on which to call a person again. */
export function CallAgain(props: PersonProps) {
  const day = props.person.call_again_on
  return (
    <CardContent className="px-5">
      <form method="post" action={addressOf(props, 'call-again')} className="flex flex-wrap items-end gap-2">
        <Hidden values={{ known: day ?? '' }} />
        <Label className="grid gap-1.5">
          Call again on
          <Input
            type="date"
            name="day"
            defaultValue={day ?? ''}
            min={dateOf(new Date())}
            required={!day}
            className="w-44 md:text-sm"
          />
        </Label>
        <Button variant="outline" className="bg-card">
          Save the day
        </Button>
        {/* The day in the field may be over. The browser would then not let the form go. */}
        {day && (
          <Button name="clear" value="yes" variant="ghost" formNoValidate>
            Remove the day
          </Button>
        )}
      </form>
    </CardContent>
  )
}
