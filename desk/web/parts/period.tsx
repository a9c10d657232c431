import Calendar from 'lucide-react/icons/calendar-days'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import type { Period as Days } from '../../core/period.ts'
import { Hidden } from './hidden.tsx'
import { Menu } from './menu.tsx'

export type PeriodProps = {
  period: Days
  label: string
  choices: { label: string; href: string; isChosen: boolean }[]
  /** The page, and the query parameters that stay. */
  action: string
  keep: Record<string, string>
  from: string
  to: string
}

export const Period = ({ label, choices, action, keep, from, to }: PeriodProps) => (
  <Menu
    id="period"
    Icon={Calendar}
    label={
      <>
        <span className="sr-only">Period: </span>
        {label}
      </>
    }
  >
    <div className="grid gap-4 md:grid-cols-[9rem_auto]">
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
  </Menu>
)
