import { Button } from '@/components/ui/button'
import { CardContent } from '@/components/ui/card'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { Hidden } from '../../parts/hidden.tsx'
import { addressOf, type PersonProps } from './address.ts'

const outcomes = { won: 'Won', lost: 'Lost', open: 'Open' }

/** Says what became of a person. Enter in the value says that the person was won. */
export const OutcomeForm = (props: PersonProps) => (
  <CardContent className="px-5">
    <form
      method="post"
      action={addressOf(props, 'outcome')}
      aria-label="Outcome"
      className="flex flex-wrap items-end gap-2"
    >
      <Hidden values={{ known: props.person.outcome_at ?? '' }} />
      <Label className="grid gap-1.5">
        Value, if won
        <Input
          type="number"
          name="value"
          min={0}
          max={9999999999}
          step="0.01"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={props.person.outcome_value ?? ''}
          className="w-32 md:text-sm"
        />
      </Label>
      {Object.entries(outcomes).map(([outcome, label]) => (
        <Button
          key={outcome}
          name="outcome"
          value={outcome}
          formNoValidate={outcome !== 'won'}
          aria-pressed={props.person.outcome === outcome}
          variant="outline"
          className="bg-card aria-pressed:border-chart aria-pressed:bg-accent aria-pressed:ring-1 aria-pressed:ring-chart"
        >
          {label}
        </Button>
      ))}
    </form>
  </CardContent>
)
