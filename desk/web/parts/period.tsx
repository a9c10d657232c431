import Calendar from 'lucide-react/icons/calendar-days'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import type { Period as Days } from '../../core/period.ts'
import { Hidden } from './hidden.tsx'

export type PeriodProps = {
  period: Days
  label: string
  choices: { label: string; href: string; isChosen: boolean }[]
  /** The address of the page, and the query parameters that stay when the operator chooses a new period. */
  action: string
  keep: Record<string, string>
  from: string
  to: string
}

/**
 * The choice of the days that a page shows. The operator can choose from some periods or give two dates. The browser
 * opens the choice, and closes it with Escape or a press beside it.
 */
export const Period = ({ label, choices, action, keep, from, to }: PeriodProps) => (
  <>
    <Button type="button" popoverTarget="period" variant="outline" className="bg-card">
      <Calendar aria-hidden="true" />
      <span className="sr-only">Period: </span>
      {label}
      <ChevronDown aria-hidden="true" className="text-muted-foreground" />
    </Button>
    <div
      id="period"
      popover="auto"
      className="fixed inset-auto top-14 right-4 m-0 w-max max-w-[calc(100vw-2rem)] gap-4 rounded-xl border bg-popover p-4 text-popover-foreground shadow-lg open:grid max-md:inset-x-0 max-md:top-auto max-md:bottom-0 max-md:w-full max-md:max-w-full max-md:rounded-b-none max-md:pb-8 md:right-6 md:grid-cols-[9rem_auto]"
    >
      <ul className="grid content-start gap-0.5 max-md:grid-cols-2">
        {choices.map(({ label, href, isChosen }) => (
          <li key={label}>
            <a
              href={href}
              aria-current={isChosen ? 'true' : undefined}
              className="block rounded-md px-3 py-1.5 text-sm hover:bg-muted aria-[current]:bg-accent aria-[current]:font-semibold max-md:py-2.5"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
      <form method="get" action={action} className="grid content-start gap-3">
        <Hidden values={keep} />
        <Label className="grid gap-1">
          From
          <Input type="date" name="from" defaultValue={from} />
        </Label>
        <Label className="grid gap-1">
          To
          <Input type="date" name="to" defaultValue={to} />
        </Label>
        <Button>Show</Button>
      </form>
    </div>
  </>
)
