import BadgeCheck from 'lucide-react/icons/badge-check'
import FileText from 'lucide-react/icons/file-text'
import Mail from 'lucide-react/icons/mail'
import MessageSquareOff from 'lucide-react/icons/message-square-off'
import NotebookPen from 'lucide-react/icons/notebook-pen'
import Pencil from 'lucide-react/icons/pencil'
import Webhook from 'lucide-react/icons/webhook'
import { Button } from '@/components/ui/button'
import { DialogTrigger } from '@/components/ui/dialog'
import { Fold } from '../../parts/fold.tsx'
import { Hidden } from '../../parts/hidden.tsx'
import { Question } from '../../parts/question.tsx'
import { type Tone, ToneBadge, tones } from '../../parts/tone.tsx'

const icons = {
  submission: FileText,
  confirmation: BadgeCheck,
  withdrawal: MessageSquareOff,
  mail: Mail,
  webhook: Webhook,
  note: NotebookPen,
  correction: Pencil,
}

/** Something that happened to a person. */
export type TimelineEvent = {
  id: string
  kind: keyof typeof icons
  tone: Tone
  title: string
  /** The time in ISO 8601, and in words. */
  at: string
  when: string
  state?: { text: string; tone: Tone }
  /** Sentences about it. */
  lines: string[]
  /** What this event changed in the stored data of the person, or what it would have changed. */
  changes?: { intro: string; rows: { field: string; before: string; after: string }[] }
  /** The stored details of the event. The details are folded at first. */
  details?: { quote?: string; rows: { label: string; text: string }[] }
  /**
   * What the operator can do with this event, as a form with one button. `label` names the action in such a way that
   * it is clear without the event.
   */
  act?: {
    action: string
    values: Record<string, string>
    text: string
    label: string
    /** A question that is asked first, with the words of its two buttons. */
    question?: { title: string; text: string; no: string; yes: string }
  }
}

/** What happened to a person. The newest event is first. */
export const Timeline = ({ events }: { events: TimelineEvent[] }) => (
  <ol>
    {events.map((event) => {
      const Icon = icons[event.kind]
      return (
        <li key={event.id} className="group relative flex gap-3 pb-6 last:pb-0">
          <span
            aria-hidden="true"
            className="absolute top-9 bottom-1 left-4 w-px bg-border group-last:hidden"
          />
          <span
            className={`grid size-8 shrink-0 place-items-center rounded-full ${tones[event.tone]}`}
            aria-hidden="true"
          >
            <Icon className="size-4" />
          </span>
          <div className="min-w-0 flex-1 pt-1 text-sm">
            <div className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
              <h3 className="font-medium">{event.title}</h3>
              {event.state && <ToneBadge tone={event.state.tone}>{event.state.text}</ToneBadge>}
              <time
                dateTime={event.at}
                className="text-xs text-muted-foreground tabular-nums sm:ml-auto max-sm:w-full"
              >
                {event.when}
              </time>
            </div>
            {event.lines.map((line) => (
              <p key={line} className="mt-1 whitespace-pre-line wrap-anywhere text-muted-foreground">
                {line}
              </p>
            ))}
            {event.changes && <Changes {...event.changes} />}
            {event.details && <Details {...event.details} />}
            {event.act && (
              <form method="post" action={event.act.action} className="mt-1">
                <Hidden values={event.act.values} />
                <Act id={`ask-${event.id}`} {...event.act} />
              </form>
            )}
          </div>
        </li>
      )
    })}
  </ol>
)

const Act = ({ id, text, label, question }: NonNullable<TimelineEvent['act']> & { id: string }) => {
  const look = {
    variant: 'link',
    size: 'xs',
    'aria-label': label,
    className: 'px-0 font-normal text-muted-foreground underline',
  } as const
  if (!question) return <Button {...look}>{text}</Button>
  const { title, no, yes } = question
  return (
    <>
      <DialogTrigger commandfor={id} {...look}>
        {text}…
      </DialogTrigger>
      <Question id={id} title={title} no={no} yes={<Button variant="destructive">{yes}</Button>}>
        {question.text}
      </Question>
    </>
  )
}

const Changes = ({ intro, rows }: NonNullable<TimelineEvent['changes']>) => (
  <div className="mt-2 rounded-lg bg-muted px-3 py-2 text-muted-foreground">
    <p>{intro}</p>
    <ul className="mt-1 grid gap-0.5">
      {rows.map(({ field, before, after }) => (
        <li key={field} className="wrap-anywhere">
          {field}: <del>{before}</del> → <ins className="text-foreground no-underline">{after}</ins>
        </li>
      ))}
    </ul>
  </div>
)

const Details = ({ quote, rows }: NonNullable<TimelineEvent['details']>) => (
  <Fold title="What is stored" className="mt-1.5">
    <div className="mt-2 rounded-lg border p-3">
      {quote && (
        <blockquote className="mb-3 border-l-2 border-chart pl-3 whitespace-pre-line wrap-anywhere">
          {quote}
        </blockquote>
      )}
      <dl className="grid gap-x-4 gap-y-1 text-xs sm:grid-cols-[9rem_minmax(0,1fr)]">
        {rows.map(({ label, text }) => (
          <div key={label} className="contents">
            <dt className="text-muted-foreground max-sm:mt-1">{label}</dt>
            <dd className="wrap-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  </Fold>
)
