import ArrowDownRight from 'lucide-react/icons/arrow-down-right'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import { Badge } from '@/components/ui/badge'

export type Metric = {
  label: string
  /** Null without enough data. */
  value: string | null
  change?: { text: string; isRise: boolean }
  note: string
  href: string
  isChosen: boolean
}

/** On a phone, a card that is alone in its row is a line. */
export const MetricCard = ({ label, value, change, note, href, isChosen }: Metric) => (
  <a
    key={label}
    href={href}
    aria-current={isChosen ? 'true' : undefined}
    className="grid content-start gap-1 rounded-xl border bg-card p-3 shadow-sm hover:border-input max-sm:odd:last:col-span-2 max-sm:odd:last:grid-cols-[1fr_auto] max-sm:odd:last:items-center aria-[current]:border-chart aria-[current]:ring-1 aria-[current]:ring-chart sm:p-5 lg:max-xl:p-3"
  >
    <span className="flex min-h-6 flex-wrap items-center justify-between gap-0.5 text-xs text-muted-foreground sm:text-sm lg:max-xl:text-xs">
      {label}
      {change && (
        <Badge
          className={`rounded-md px-1 sm:px-1.5 ${change.isRise ? 'bg-good-ground text-good' : 'bg-bad-ground text-bad'}`}
        >
          {change.isRise ? <ArrowUpRight aria-hidden="true" /> : <ArrowDownRight aria-hidden="true" />}
          {change.text}
        </Badge>
      )}
    </span>
    <strong className="text-2xl font-semibold wrap-anywhere tabular-nums max-sm:in-[a:nth-child(odd):last-child]:row-span-2 lg:max-xl:text-xl">
      {value ?? <span className="text-sm sm:text-base">not enough data</span>}
    </strong>
    <span className="text-xs text-muted-foreground">{note}</span>
  </a>
)
