import { Button } from '@/components/ui/button'
import { Card, CardContent } from '@/components/ui/card'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import type { Person } from '../../../core/lead.ts'
import { BackLink } from '../../parts/back-link.tsx'
import { Hidden } from '../../parts/hidden.tsx'
import { NoDefaultButton } from '../../parts/no-default-button.tsx'
import { Section } from '../../parts/section.tsx'
import { PersonHead } from '../person/head.tsx'

export type CallsPageProps = {
  list: string
  /** Missing if nobody is left to call. */
  head?: Person
  left?: string
  href?: string
  notes?: { id: string; title: string; words: string }[]
  /** The address of the next person, without a verdict on this one. Missing if this is the last one. */
  skip?: string
  values?: Record<string, string>
  /** The first day that can be chosen to call again, and the day that is offered. */
  first?: string
  day?: string
}

const verdicts = [
  { key: 'r', value: 'reached', label: 'Reached' },
  { key: 'n', value: 'no answer', label: 'No answer' },
  { key: 'c', value: 'call again', label: 'Call again' },
] as const

/** One person after the other of those to call today. One key says what a call led to, and the next person appears. */
export function CallsPage({
  list,
  head,
  left,
  href,
  notes = [],
  skip,
  values = {},
  first,
  day,
}: CallsPageProps) {
  if (!head)
    return (
      <>
        <BackLink label="Back to the list" href="/leads" />
        <Card className="py-12">
          <CardContent className="text-center text-sm text-muted-foreground">
            Nobody is left to call today. To call somebody again, choose a day on their page.
          </CardContent>
        </Card>
      </>
    )
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <BackLink label="Back to the list" href={list} />
        <p className="text-sm font-medium tabular-nums">{left}</p>
      </div>
      <PersonHead person={head} />
      <Card className="py-5">
        <CardContent className="px-5">
          <form method="post" action="/calls" aria-label="What the call led to" className="grid gap-4">
            <NoDefaultButton />
            <Hidden values={values} />
            <Label className="grid gap-1.5">
              What was said
              <Input name="words" maxLength={2000} autoComplete="off" data-enter="leave" />
            </Label>
            <div className="flex flex-wrap items-end gap-2 max-sm:grid max-sm:grid-cols-2">
              {verdicts.map(({ key, value, label }) => (
                <Button
                  key={value}
                  name="verdict"
                  value={value}
                  aria-keyshortcuts={key}
                  variant="outline"
                  className="bg-card"
                >
                  {label}
                  <Key>{key.toUpperCase()}</Key>
                </Button>
              ))}
              <Label className="grid gap-1.5 max-sm:-order-1 max-sm:col-span-2">
                <span className="text-xs text-muted-foreground">Call again on</span>
                <Input type="date" name="day" min={first} defaultValue={day} className="sm:w-40 md:text-sm" />
              </Label>
              {skip && (
                <Button asChild variant="ghost" className="sm:ml-auto">
                  <a href={skip} aria-keyshortcuts="s">
                    Skip
                    <Key>S</Key>
                  </a>
                </Button>
              )}
            </div>
            <p className="text-xs text-muted-foreground max-sm:hidden">
              Keys: R reached, N no answer (again tomorrow), C call again on that day, S skip, U undo the last
              one. Enter leaves the note.
            </p>
          </form>
        </CardContent>
      </Card>
      <Section
        title="What was noted"
        beside={
          <a href={href} className="text-sm text-muted-foreground hover:text-foreground">
            The whole history
          </a>
        }
        contentClassName="text-sm"
      >
        {notes.length === 0 && <p className="text-muted-foreground">Nothing yet.</p>}
        <ul className="grid gap-3">
          {notes.map(({ id, title, words }) => (
            <li key={id}>
              <span className="text-xs text-muted-foreground">{title}</span>
              {words && <p className="whitespace-pre-line wrap-anywhere">{words}</p>}
            </li>
          ))}
        </ul>
      </Section>
    </>
  )
}

const Key = ({ children }: { children: string }) => (
  <span
    aria-hidden="true"
    className="rounded border border-current/30 px-1.5 text-xs font-normal max-sm:hidden"
  >
    {children}
  </span>
)
