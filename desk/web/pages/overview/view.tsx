import { Card, CardContent } from '@/components/ui/card'
import { cn } from '@/lib/utils'
import type { Lead, LeadList } from '../../../core/lead.ts'
import type { Overview as OverviewFigures } from '../../../core/overview.ts'
import type { Period } from '../../../core/period.ts'
import type { readTexts } from '../../../core/texts.ts'
import { withQuery } from '../../format/with-query.ts'
import { Island } from '../../parts/island.tsx'
import { Calls, Latest } from '../../parts/people-cards.tsx'
import { Plot } from '../../parts/plot.tsx'
import type { Attention } from '../../server/attention.ts'
import { MetricCard } from './metric-card.tsx'
import { metricsOf, plotOf, type plots } from './metrics.ts'
import { Sources, type SourcesProps } from './sources-view.tsx'
import { Todo, type TodoProps } from './todo-view.tsx'

type Query = Record<string, string>

export type OverviewProps = {
  period: Period
  /** For the plot and the table of sources. */
  chosen: Pick<SourcesProps, 'by' | 'sort' | 'sources'> & { plot: keyof typeof plots }
  /** As in the address. */
  kept: Query
  found: OverviewFigures
  attention: Attention
  /** Of the people whose emails are on hold. */
  seen: string
  limited?: TodoProps['limited']
  texts: Awaited<ReturnType<typeof readTexts>>
  /** The first ones of today, and how many there are. */
  calls: Lead[]
  callCount: number
  /** People whose call was held and has no outcome yet. */
  heldCalls: number
  latest: LeadList
  /** The landing page, if the desk knows it. */
  pageUrl?: string
}

export function Overview(props: OverviewProps) {
  const {
    period,
    chosen,
    kept,
    found,
    attention,
    seen,
    limited,
    texts,
    calls,
    callCount,
    heldCalls,
    latest,
    pageUrl,
  } = props
  const link = (change: Query) => withQuery('/', { ...period, ...kept, ...change })
  const leads = (filters: Query) => withQuery('/leads', { ...period, kind: 'person', ...filters })
  const metrics = metricsOf(found, chosen.plot, link, leads)
  return (
    <>
      <div
        className={cn(
          'grid grid-cols-2 gap-3 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none xl:gap-4',
          // Five cards are three and two.
          metrics.length === 5 &&
            'sm:max-lg:grid-cols-6 sm:max-lg:*:col-span-2 sm:max-lg:*:nth-[n+4]:col-span-3',
        )}
      >
        {metrics.map(MetricCard)}
      </div>
      <Todo
        attention={attention}
        seen={seen}
        limited={limited}
        calls={callCount}
        heldCalls={heldCalls}
        texts={texts}
      />
      <Card className="py-5">
        <CardContent className="px-4 sm:px-5">
          <Plot {...plotOf(found, chosen.plot)} />
        </CardContent>
      </Card>
      <Sources {...chosen} found={found} link={link} leads={leads} />
      <div className={cn('grid grid-cols-1 items-start gap-4', calls.length > 0 && 'lg:grid-cols-2')}>
        {calls.length > 0 && <Calls calls={calls} />}
        <Latest latest={latest.leads} pageUrl={pageUrl} />
      </div>
      <Island
        name="NewPeople"
        props={{ ask: withQuery('/new', { kind: 'person', seen: latest.read_at }), href: link({}) }}
      />
    </>
  )
}
