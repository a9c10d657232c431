import Download from 'lucide-react/icons/download'
import { Button } from '@/components/ui/button'
import { Card, CardAction } from '@/components/ui/card'
import { BackLink } from '../../parts/back-link.tsx'
import { Section } from '../../parts/section.tsx'
import { CallAgain, type CallAgainProps } from './call-again.tsx'
import { ConsentAndErasure, type ConsentAndErasureProps } from './consent-and-erasure.tsx'
import { CorrectForm, type CorrectFormProps } from './correct-form.tsx'
import { PersonHead, type PersonHeadProps } from './head.tsx'
import { LiftForm, type LiftFormProps } from './lift-form.tsx'
import { NoteForm, type NoteFormProps } from './note-form.tsx'
import { OutcomeForm, type OutcomeProps } from './outcome-form.tsx'
import { StoppedMails, type StoppedMailsProps } from './stopped-mails.tsx'
import { Timeline, type TimelineEvent } from './timeline-view.tsx'

export type PersonProps = PersonHeadProps &
  ConsentAndErasureProps & {
    back: { label: string; href: string }
    /** Mails that failed or are held, and therefore wait for the operator. */
    stopped: StoppedMailsProps[]
    /** What the person gets no more, each with a form that lifts it. */
    lifts: LiftFormProps[]
    callAgain: CallAgainProps
    outcome: OutcomeProps
    note: NoteFormProps
    correct: CorrectFormProps
    facts: { label: string; text: string; note?: string }[]
    count: string
    leftOut?: string
    timeline: TimelineEvent[]
    downloads: { label: string; about: string; href: string; method: 'get' | 'post' }[]
  }

/** Shows everything that is stored about a person, and what the operator can do. */
export function Person(props: PersonProps) {
  const { back, stopped, timeline, count, leftOut } = props
  return (
    <>
      <BackLink {...back} />
      <PersonHead {...props} />
      {stopped.map((mails) => (
        <StoppedMails key={mails.text} {...mails} />
      ))}
      {props.lifts.map((lift) => (
        <LiftForm key={lift.action} {...lift} />
      ))}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-4">
          <Card className="gap-4 py-4">
            <NoteForm {...props.note} />
            <CallAgain {...props.callAgain} />
            <OutcomeForm {...props.outcome} />
          </Card>
          <Section
            title="History"
            beside={<CardAction className="self-auto text-sm text-muted-foreground">{count}</CardAction>}
            className="gap-5"
          >
            <Timeline events={timeline} />
            {leftOut && <p className="mt-4 text-xs text-muted-foreground">{leftOut}</p>}
          </Section>
        </div>
        <div className="grid gap-4">
          <Facts {...props} />
          <Downloads {...props} />
          <ConsentAndErasure {...props} />
        </div>
      </div>
    </>
  )
}

const Facts = ({ facts, correct }: PersonProps) => (
  <Section title="Record" contentClassName="grid gap-4">
    <dl className="grid gap-3 text-sm">
      {facts.map(({ label, text, note }) => (
        <div key={label}>
          <dt className="text-xs text-muted-foreground">{label}</dt>
          <dd className="wrap-anywhere">
            {text}
            {note && <small className="block text-xs text-muted-foreground">{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
    <CorrectForm {...correct} />
  </Section>
)

const Downloads = ({ downloads }: PersonProps) => (
  <Section title="Downloads">
    <ul className="grid gap-3 text-sm">
      {downloads.map(({ label, about, href, method }) => (
        <li key={href}>
          <form method={method} action={href}>
            <Button variant="outline" className="w-full justify-start bg-card">
              <Download aria-hidden="true" />
              {label}
            </Button>
          </form>
          <p className="mt-1 text-xs text-muted-foreground">{about}</p>
        </li>
      ))}
    </ul>
  </Section>
)
