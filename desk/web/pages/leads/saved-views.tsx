import { Badge } from '@/components/ui/badge'
import { choiceNames, type choices } from '../../../core/leads.ts'
import { shortAmount } from '../../format/amounts.ts'
import { withQuery } from '../../format/with-query.ts'
import { tones } from '../../parts/tone.tsx'
import type { Attention } from '../../server/attention.ts'
import type { Filters } from '../../server/filters.ts'

type View = {
  label: string
  filters: Partial<Record<keyof typeof choices, string>>
  /** If there is such a state, the label shows how many people have a mail in this state. */
  waits?: 'failed' | 'held'
}

const views: View[] = [
  { label: 'Everybody', filters: {} },
  { label: 'May be texted', filters: { consent: 'may-be-texted' } },
  { label: 'Not called yet', filters: { calls: 'none', kind: 'person' } },
  { label: 'Call today', filters: { calls: 'today' } },
  { label: 'Call booked', filters: { booking: 'booked' } },
  { label: 'Mail failed', filters: { mails: 'failed' }, waits: 'failed' },
  { label: 'On hold', filters: { mails: 'held' }, waits: 'held' },
]

/** The saved views of the list. Each gives a name to some filters, and says how many people wait there. */
export const SavedViews = ({ filters, attention }: { filters: Filters; attention: Attention }) => (
  <nav aria-label="Views" className="py-1">
    <ul className="flex flex-wrap gap-1">
      {views.map(({ label, filters: own, waits }) => {
        const isChosen = !filters.touched && choiceNames.every((name) => filters[name] === (own[name] ?? ''))
        return (
          <li key={label}>
            <a
              href={withQuery('/leads', own)}
              aria-current={isChosen ? 'true' : undefined}
              className="flex items-center gap-2 rounded-lg border border-transparent px-3 py-1.5 text-sm font-medium text-muted-foreground hover:text-foreground aria-[current]:border-border aria-[current]:bg-card aria-[current]:text-foreground"
            >
              {label}
              {waits && attention[waits] > 0 && (
                <Badge className={`rounded-md px-1.5 ${tones[waits === 'failed' ? 'bad' : 'wait']}`}>
                  {shortAmount(attention[waits])}
                </Badge>
              )}
            </a>
          </li>
        )
      })}
    </ul>
  </nav>
)
