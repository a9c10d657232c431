import BadgeCheck from 'lucide-react/icons/badge-check'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import FileText from 'lucide-react/icons/file-text'
import Mail from 'lucide-react/icons/mail'
import MessageSquareOff from 'lucide-react/icons/message-square-off'
import NotebookPen from 'lucide-react/icons/notebook-pen'
import Pencil from 'lucide-react/icons/pencil'
import Webhook from 'lucide-react/icons/webhook'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { DialogTrigger } from '@/components/ui/dialog'
import type { Submission } from '../../../core/lead.ts'
import { tellTime } from '../../format/when.ts'
import { Form } from '../../parts/form.tsx'
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
  booking: CalendarClock,
}

export type EntryProps = {
  icon: keyof typeof icons
  tone: Tone
  title: string
  state?: string
  at: string
  /** As tellBy says it. */
  by?: string
  lines?: string[]
  children?: ReactNode
}

export function Entry({ icon, tone, title, state, at, by, lines = [], children }: EntryProps) {
  const Icon = icons[icon]
  return (
    <li className="group relative flex gap-3 pb-6 last:pb-0">
      <span aria-hidden="true" className="absolute top-9 bottom-1 left-4 w-px bg-border group-last:hidden" />
      <span
        className={`grid size-8 shrink-0 place-items-center rounded-full ${tones[tone]}`}
        aria-hidden="true"
      >
        <Icon className="size-4" />
      </span>
      <div className="min-w-0 flex-1 pt-1 text-sm">
        <div className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
          <h3 className="font-medium">{title}</h3>
          {state && <ToneBadge tone={tone}>{state}</ToneBadge>}
          <time dateTime={at} className="text-xs text-muted-foreground tabular-nums sm:ml-auto max-sm:w-full">
            {tellTime(at)}
            {by && `, ${by}`}
          </time>
        </div>
        {lines.map((line) => (
          <p key={line} className="mt-1 whitespace-pre-line wrap-anywhere text-muted-foreground">
            {line}
          </p>
        ))}
        {children}
      </div>
    </li>
  )
}

type ChangesProps = { intro: string; changes: Submission['changes'] }

/** What an event changed in the person's stored data, or would have changed. */
export const Changes = ({ intro, changes }: ChangesProps) => (
  <div className="mt-2 rounded-lg bg-muted px-3 py-2 text-muted-foreground">
    <p>{intro}</p>
    <ul className="mt-1 grid gap-0.5">
      {Object.entries(changes).map(([field, [before, after]]) => (
        <li key={field} className="wrap-anywhere">
          {field}: <del>{before}</del> → <ins className="text-foreground no-underline">{after}</ins>
        </li>
      ))}
    </ul>
  </div>
)

type ActProps = {
  /** A function of the desk. */
  call: string
  action: string
  values: Record<string, string>
  /** Clear without the event. */
  label: string
  /** Asked first, with the words of its two buttons. */
  question?: { id: string; title: string; text: string; no: string; yes: string }
  children: string
}

/** A form with one button, for what can be done with an event. */
export function Act({ call, action, values, label, question, children }: ActProps) {
  const look = {
    variant: 'ghost',
    'aria-label': label,
    className:
      'min-h-6 bg-transparent p-0 text-xs font-normal text-muted-foreground underline underline-offset-4',
  } as const
  return (
    <Form call={call} action={action} className="mt-1">
      <Hidden values={values} />
      {question ? (
        <>
          <DialogTrigger commandfor={question.id} {...look}>
            {children}…
          </DialogTrigger>
          <Question {...question} yes={<Button variant="destructive">{question.yes}</Button>}>
            {question.text}
          </Question>
        </>
      ) : (
        <Button {...look}>{children}</Button>
      )}
    </Form>
  )
}
