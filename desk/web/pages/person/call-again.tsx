import { Button } from '@/components/ui/button'
import { CardContent } from '@/components/ui/card'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'

export type CallAgainProps = {
  action: string
  /** The day as YYYY-MM-DD. Empty if no day is set. */
  day: string
  /** The first day that can be chosen: today. */
  first: string
}

/** Sets the day on which to call a person again. */
export const CallAgain = ({ action, day, first }: CallAgainProps) => (
  <CardContent className="px-5">
    <form method="post" action={action} className="flex flex-wrap items-end gap-2">
      <Label className="grid gap-1.5">
        Call again on
        <Input
          type="date"
          name="day"
          defaultValue={day}
          min={first}
          required={!day}
          className="w-44 md:text-sm"
        />
      </Label>
      <Button variant="outline" className="bg-card">
        Save the day
      </Button>
      {day && (
        <Button name="clear" value="yes" variant="ghost">
          No day
        </Button>
      )}
    </form>
  </CardContent>
)
