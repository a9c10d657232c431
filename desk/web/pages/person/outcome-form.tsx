import { Button } from '@/components/ui/button'
import { CardContent } from '@/components/ui/card'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { Hidden } from '../../parts/hidden.tsx'

export type OutcomeProps = {
  action: string
  values: Record<string, string>
  value: string
  choices: { value: string; label: string; isChosen: boolean }[]
}

/** Says what became of a person. Enter in the value says that the person was won. */
export const OutcomeForm = ({ action, values, value, choices }: OutcomeProps) => (
  <CardContent className="px-5">
    <form method="post" action={action} aria-label="Outcome" className="flex flex-wrap items-end gap-2">
      <Hidden values={values} />
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
          defaultValue={value}
          className="w-32 md:text-sm"
        />
      </Label>
      {choices.map(({ value, label, isChosen }) => (
        <Button
          key={value}
          name="outcome"
          value={value}
          aria-pressed={isChosen}
          variant="outline"
          className="bg-card aria-pressed:border-chart aria-pressed:bg-accent aria-pressed:ring-1 aria-pressed:ring-chart"
        >
          {label}
        </Button>
      ))}
    </form>
  </CardContent>
)
