import Calendar from 'lucide-react/icons/calendar-days'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { Button, buttonVariants } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { cn } from '@/lib/utils'
import { Hidden } from './hidden.tsx'

export type PeriodProps = {
  label: string
  choices: { label: string; href: string; isChosen: boolean }[]
  /** The address of the page, and the query parameters that stay when the operator chooses a new period. */
  action: string
  keep: Record<string, string>
  from: string
  to: string
}

/**
 * The choice of the days that a page shows. The operator can choose from some periods or give two dates. The choice
 * opens even if scripts are off.
 */
export function Period({ label, choices, action, keep, from, to }: PeriodProps) {
  return (
    <details className="group relative" name="menu">
      <summary
        className={cn(buttonVariants({ variant: 'outline', className: 'cursor-pointer list-none bg-card' }))}
      >
        <Calendar aria-hidden="true" />
        <span className="sr-only">Period: </span>
        {label}
        <ChevronDown aria-hidden="true" className="text-muted-foreground" />
      </summary>
      <div className="absolute right-0 z-30 mt-2 grid w-max max-w-[calc(100vw-2rem)] gap-4 rounded-xl border bg-popover p-4 shadow-lg sm:grid-cols-[9rem_auto]">
        <ul className="grid content-start gap-0.5">
          {choices.map(({ label, href, isChosen }) => (
            <li key={label}>
              <a
                href={href}
                aria-current={isChosen ? 'true' : undefined}
                className="block rounded-md px-3 py-1.5 text-sm hover:bg-muted aria-[current]:bg-accent aria-[current]:font-semibold"
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
    </details>
  )
}
