import { Card, CardContent } from '@/components/ui/card'
import { Island } from '../../parts/island.tsx'
import type { NewPeopleProps } from '../../parts/new-people.tsx'
import { Calls, type CallsProps, Latest, type LatestProps } from '../../parts/people-cards.tsx'
import { Plot, type PlotProps } from '../../parts/plot.tsx'
import { type Metric, MetricCard } from './metric-card.tsx'
import { Sources, type SourcesProps } from './sources-view.tsx'
import { Texts, type TextsProps } from './texts-view.tsx'
import { Todo, type TodoProps } from './todo-view.tsx'

export type OverviewProps = TodoProps &
  CallsProps &
  LatestProps & {
    /** Text messages that wait for an answer. */
    texts?: TextsProps
    metrics: Metric[]
    /** How many of the leads were won, and what they are worth. */
    won?: { text: string; href: string }
    plot: PlotProps
    sources: SourcesProps
    /** How to ask for people who are new. */
    fresh?: NewPeopleProps
    note: string
  }

/** Shows how many leads came, where they came from, and what waits for the operator. */
export function Overview(props: OverviewProps) {
  const { texts, metrics, won, plot, sources, calls, fresh, note } = props
  return (
    <>
      <Todo {...props} />
      {texts && <Texts {...texts} />}
      <div className="grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-4">{metrics.map(MetricCard)}</div>
      {won && (
        <p className="text-sm">
          <a href={won.href} className="font-medium tabular-nums underline-offset-4 hover:underline">
            {won.text}
          </a>
        </p>
      )}
      <Card className="py-5">
        <CardContent className="px-4 sm:px-5">
          <Plot {...plot} />
        </CardContent>
      </Card>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[1.5fr_1fr]">
        <Sources {...sources} />
        <div className="flex flex-col gap-4 *:last:grow">
          {calls.length > 0 && <Calls calls={calls} />}
          <Latest {...props} />
        </div>
      </div>
      {fresh && <Island name="NewPeople" props={fresh} />}
      <p className="text-xs text-muted-foreground">{note}</p>
    </>
  )
}
