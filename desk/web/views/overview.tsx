import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowDownRight from 'lucide-react/icons/arrow-down-right'
import ArrowRight from 'lucide-react/icons/arrow-right'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import Clock from 'lucide-react/icons/clock'
import MailWarning from 'lucide-react/icons/mail-warning'
import MessageSquare from 'lucide-react/icons/message-square'
import Phone from 'lucide-react/icons/phone'
import ShieldQuestion from 'lucide-react/icons/shield-question-mark'
import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { Card, CardAction, CardContent, CardHeader, CardTitle } from '@/components/ui/card'
import { DialogTrigger } from '@/components/ui/dialog'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { DropMails } from './drop-mails.tsx'
import { Hidden } from './hidden.tsx'
import { PersonMark } from './person-mark.tsx'
import { Plot, type PlotProps } from './plot.tsx'
import { Texts, type TextsProps } from './texts.tsx'

/** A figure with its change. `change` above zero is shown as good. A figure with `href` chooses the plot. */
type Metric = {
  label: string
  value: string
  change?: { text: string; isRise: boolean }
  note: string
  href: string
  isChosen: boolean
}

export type OverviewProps = {
  todo: { kind: keyof typeof kinds; text: string; hint: string; href?: string }[]
  /** Whose held mails can be dropped, in words. */
  drop?: string
  /** Text messages that wait for an answer. */
  texts?: TextsProps
  metrics: Metric[]
  plot: PlotProps
  sources: {
    /** By what the leads are grouped. */
    tabs: { label: string; href: string; isChosen: boolean }[]
    heading: string
    headings: { label: string; href: string; isSorted: boolean }[]
    /** `figures` are in the order of the headings. */
    rows: { name: string; kind: string; href?: string; share: number; figures: string[] }[]
    more?: { label: string; href: string }
  }
  /** Whom the operator wanted to call by today. */
  calls: { name: string; href: string; phone: string; call?: string }[]
  latest: { name: string; source: string; when: string; at: string; href: string }[]
  all: string
  note: string
}

const kinds = {
  failed: { icon: MailWarning, look: 'bg-bad-ground text-bad' },
  held: { icon: ShieldQuestion, look: 'bg-wait-ground text-wait' },
  late: { icon: Clock, look: 'bg-wait-ground text-wait' },
  call: { icon: Phone, look: 'bg-wait-ground text-wait' },
  text: { icon: MessageSquare, look: 'bg-wait-ground text-wait' },
}

/** How many leads came, from where, and what waits for the operator. */
export function Overview(props: OverviewProps) {
  const { texts, metrics, plot, sources, calls, note } = props
  return (
    <>
      <Todo {...props} />
      {texts && <Texts {...texts} />}
      <div className="grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-4">{metrics.map(MetricCard)}</div>
      <Card className="py-5">
        <CardContent className="px-4 sm:px-5">
          <Plot {...plot} />
        </CardContent>
      </Card>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[1.5fr_1fr]">
        <Sources {...sources} />
        <div className="grid gap-4">
          {calls.length > 0 && <Calls calls={calls} />}
          <Latest {...props} />
        </div>
      </div>
      <p className="text-xs text-muted-foreground">{note}</p>
    </>
  )
}

const PeopleCard = ({
  title,
  all,
  children,
}: {
  title: string
  all: { label: string; href: string }
  children: ReactNode
}) => (
  <Card className="gap-3 py-5">
    <CardHeader className="flex flex-wrap items-center justify-between px-5">
      <CardTitle>
        <h2>{title}</h2>
      </CardTitle>
      <CardAction className="self-auto">
        <a
          href={all.href}
          className="flex items-center gap-1 text-sm text-muted-foreground hover:text-foreground"
        >
          All<span className="sr-only"> {all.label}</span>
          <ArrowRight aria-hidden="true" className="size-3.5" />
        </a>
      </CardAction>
    </CardHeader>
    <CardContent className="px-5">{children}</CardContent>
  </Card>
)

const Calls = ({ calls }: Pick<OverviewProps, 'calls'>) => (
  <PeopleCard title="To call today" all={{ label: 'to call today', href: '/leads?calls=today' }}>
    <ul>
      {calls.map(({ name, href, phone, call }) => (
        <li key={href} className="flex items-center gap-3 py-2.5 text-sm">
          <PersonMark name={name} />
          <a href={href} className="min-w-0 truncate font-medium hover:underline">
            {name}
          </a>
          {call ? (
            <a href={call} className="ml-auto shrink-0 tabular-nums underline">
              {phone}
            </a>
          ) : (
            <span className="ml-auto shrink-0 text-muted-foreground">{phone}</span>
          )}
        </li>
      ))}
    </ul>
  </PeopleCard>
)

const Latest = ({ latest, all }: Pick<OverviewProps, 'latest' | 'all'>) => (
  <PeopleCard title="Latest leads" all={{ label: 'leads', href: all }}>
    {latest.length === 0 && <p className="text-sm text-muted-foreground">Nobody has signed up yet.</p>}
    <ul>
      {latest.map(({ name, source, when, at, href }) => (
        <li key={href} className="flex items-center gap-3 py-2.5">
          <PersonMark name={name} />
          <span className="min-w-0 text-sm">
            <a href={href} className="block truncate font-medium hover:underline">
              {name}
            </a>
            <span className="block truncate text-xs text-muted-foreground">{source}</span>
          </span>
          <time dateTime={at} className="ml-auto shrink-0 text-xs text-muted-foreground">
            {when}
          </time>
        </li>
      ))}
    </ul>
  </PeopleCard>
)

const Todo = ({ todo, drop }: Pick<OverviewProps, 'todo' | 'drop'>) => (
  <ul className="flex flex-col gap-2 sm:flex-row sm:flex-wrap" aria-label="What to do">
    {todo.length === 0 && (
      <li className="rounded-xl bg-good-ground px-4 py-2.5 text-sm font-medium text-good">
        Nothing waits for you.
      </li>
    )}
    {todo.map(({ kind, text, hint, href }) => {
      const { icon: Icon, look } = kinds[kind]
      const content = (
        <>
          <Icon aria-hidden="true" className="size-4 shrink-0" />
          {text}
          {href ? (
            <ArrowRight aria-hidden="true" className="ml-auto size-4 shrink-0" />
          ) : (
            <span className="font-normal">{hint}</span>
          )}
        </>
      )
      const box = `flex flex-1 flex-wrap items-center gap-2.5 rounded-xl px-4 py-2.5 text-sm font-medium ${look}`
      return (
        <li key={text} className="flex gap-2">
          {href ? (
            <a href={href} title={hint} className={box}>
              {content}
            </a>
          ) : (
            <p className={box}>{content}</p>
          )}
          {kind === 'held' && drop && (
            <form method="post" action="/mails">
              <Hidden values={{ status: kind }} />
              <DialogTrigger commandfor="drop-all" variant="outline" className="h-full bg-card">
                Drop…<span className="sr-only"> what is held</span>
              </DialogTrigger>
              <DropMails id="drop-all" whose={drop} />
            </form>
          )}
        </li>
      )
    })}
  </ul>
)

const MetricCard = ({ label, value, change, note, href, isChosen }: Metric) => (
  <a
    key={label}
    href={href}
    aria-current={isChosen ? 'true' : undefined}
    className="grid content-start gap-1 rounded-xl border bg-card p-4 shadow-sm hover:border-input aria-[current]:border-chart aria-[current]:ring-1 aria-[current]:ring-chart sm:p-5"
  >
    <span className="flex min-h-6 flex-wrap items-center justify-between gap-1 text-sm text-muted-foreground">
      {label}
      {change && (
        <Badge
          className={`rounded-md px-1.5 ${change.isRise ? 'bg-good-ground text-good' : 'bg-bad-ground text-bad'}`}
        >
          {change.isRise ? <ArrowUpRight aria-hidden="true" /> : <ArrowDownRight aria-hidden="true" />}
          {change.text}
        </Badge>
      )}
    </span>
    <strong className="text-2xl font-semibold tabular-nums sm:text-[1.75rem]">{value}</strong>
    <span className="text-xs text-muted-foreground">{note}</span>
  </a>
)

const Sources = ({ tabs, heading, headings, rows, more }: OverviewProps['sources']) => (
  <Card className="gap-3 py-5">
    <CardHeader className="flex flex-wrap items-center justify-between px-5">
      <CardTitle>
        <h2>Sources</h2>
      </CardTitle>
      <CardAction className="max-w-full self-auto">
        <nav aria-label="Sources by" className="flex gap-0.5 rounded-lg bg-muted p-0.5">
          {tabs.map(({ label, href, isChosen }) => (
            <a
              key={label}
              href={href}
              aria-current={isChosen ? 'true' : undefined}
              className="rounded-md px-2 py-1 text-xs font-medium text-muted-foreground hover:text-foreground aria-[current]:bg-card aria-[current]:text-foreground aria-[current]:shadow-sm"
            >
              {label}
            </a>
          ))}
        </nav>
      </CardAction>
    </CardHeader>
    <CardContent className="px-5">
      {rows.length === 0 ? (
        <p className="text-sm text-muted-foreground">Nobody came in this period.</p>
      ) : (
        <Table className={headings.length > 1 ? 'stacked' : ''}>
          <TableHeader className="text-xs text-muted-foreground [&_tr]:border-0">
            <TableRow className="hover:bg-transparent">
              <TableHead className="h-8 pl-2">{heading}</TableHead>
              {headings.map(({ label, href, isSorted }) => (
                <TableHead
                  key={label}
                  aria-sort={isSorted ? 'descending' : undefined}
                  className="h-8 text-right"
                >
                  <a
                    href={href}
                    className="inline-flex items-center gap-1 hover:underline aria-[current]:text-foreground"
                    aria-current={isSorted ? 'true' : undefined}
                  >
                    {label}
                    {isSorted && <ArrowDown aria-hidden="true" className="size-3" />}
                  </a>
                </TableHead>
              ))}
            </TableRow>
          </TableHeader>
          <TableBody>
            {rows.map(({ name, kind, href, share, figures }) => (
              <TableRow key={`${kind}${name}`} className="border-0">
                <TableCell className="relative w-3/5 max-w-0 py-1.5 pl-0 in-[.stacked]:max-sm:max-w-none">
                  <svg
                    aria-hidden="true"
                    className="absolute inset-y-0.5 left-0 h-[calc(100%-0.25rem)] w-full"
                  >
                    <rect width={`${(100 * share).toFixed(1)}%`} height="100%" rx="6" className="fill-bar" />
                  </svg>
                  <span className="relative block truncate px-2 py-0.5">
                    {href ? (
                      <a href={href} className="font-medium hover:underline">
                        {name}
                      </a>
                    ) : (
                      <span className="text-muted-foreground">{name}</span>
                    )}{' '}
                    <small className="ml-1 text-xs text-muted-foreground max-sm:hidden">{kind}</small>
                  </span>
                </TableCell>
                {figures.map((figure, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change places
                  <TableCell key={index} className="py-1.5 text-right tabular-nums">
                    {figure}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
      {more && (
        <a href={more.href} className="mt-2 inline-block px-2 text-sm text-muted-foreground hover:underline">
          {more.label}
        </a>
      )}
    </CardContent>
  </Card>
)
