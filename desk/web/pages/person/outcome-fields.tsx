import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import type { Person } from '../../../core/lead.ts'
import { Hidden } from '../../parts/hidden.tsx'

const outcomes = { open: 'Open', won: 'Won', lost: 'Lost' }

type OutcomeFieldsProps = {
  person: Person
  /** What Enter does in the value, unless it presses the first button of the form. */
  enter?: 'leave'
}

/** Sends also what the page showed. `outcomeOf` reads it. */
export const OutcomeFields = ({
  person: { outcome, outcome_value: value, outcome_at: at, currency },
  enter,
}: OutcomeFieldsProps) => (
  <>
    <Hidden values={{ known_outcome: outcome, known_value: String(value ?? ''), known_at: at ?? '' }} />
    <fieldset className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <legend className="mb-1.5 text-sm font-medium">Outcome</legend>
      {Object.entries(outcomes).map(([name, label]) => (
        <Label key={name} className="flex h-9 items-center gap-2 font-normal">
          <input
            type="radio"
            name="outcome"
            value={name}
            defaultChecked={outcome === name}
            className="size-4 accent-chart"
          />
          {label}
        </Label>
      ))}
    </fieldset>
    <Label className="grid gap-1.5">
      {`Value, if won (${currency || 'no currency set'})`}
      <Input
        name="value"
        inputMode="decimal"
        maxLength={40}
        autoComplete="off"
        data-enter={enter}
        defaultValue={value ?? ''}
        className="w-32 md:text-sm"
      />
    </Label>
  </>
)
