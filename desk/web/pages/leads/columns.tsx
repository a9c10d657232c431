import Clock from 'lucide-react/icons/clock'
import MailWarning from 'lucide-react/icons/mail-warning'
import Phone from 'lucide-react/icons/phone'
import ShieldQuestion from 'lucide-react/icons/shield-question-mark'
import type { ComponentType } from 'react'
import { Badge } from '@/components/ui/badge'
import { cn } from '@/lib/utils'
import { PersonMark } from '../../parts/person-mark.tsx'
import { type Tone, tones } from '../../parts/tone.tsx'

/** A person in the list, described in words. */
export type LeadRow = {
  id: string
  href: string
  name: string
  email: string
  mailto: string
  tags: { text: string; tone?: Tone }[]
  /**
   * `e164` is a number that can be called, and `text` shows this number. If there is no `e164`, `text` is what the
   * person typed.
   */
  phone: { e164?: string; text: string; note: string }
  source: { name: string; kind: string }
  consent: { text: string; tone: Tone }
  mails: { text: string; tone: Tone; reason: string }[]
  /** Says that the mailbox gets no more mails. Empty if it gets mails. */
  refusal: string
  /** How much of the video they watched. Empty if less than a quarter. */
  watched: string
  /** What became of the person. Missing if that is open. */
  outcome?: { text: string; tone: Tone; when: string }
  since: { at: string; text: string; full: string; note: string }
}

const icons = { good: Clock, wait: ShieldQuestion, bad: MailWarning, quiet: Clock }

const small = 'block text-xs text-muted-foreground'

const PersonCell = ({ name, email, mailto, href, tags }: LeadRow) => (
  <div className="flex items-center gap-3">
    <PersonMark name={name} />
    <div className="min-w-0">
      <a href={href} className="mr-2 font-medium wrap-anywhere hover:underline">
        {name}
      </a>
      {tags.map(({ text, tone }) => (
        <Badge
          key={text}
          variant={tone ? 'ghost' : 'outline'}
          className={`mr-1 rounded-md font-normal ${tone ? tones[tone] : ''}`}
        >
          {text}
        </Badge>
      ))}
      <a href={mailto} className={`${small} wrap-anywhere hover:underline`}>
        {email.slice(0, email.lastIndexOf('@'))}
        <wbr />
        {email.slice(email.lastIndexOf('@'))}
      </a>
    </div>
  </div>
)

const PhoneCell = ({ phone: { e164, text, note } }: LeadRow) => (
  <>
    {e164 ? (
      <a
        href={`tel:${e164}`}
        className="inline-flex items-center gap-1.5 whitespace-nowrap tabular-nums hover:underline"
      >
        <Phone aria-hidden="true" className="size-3.5 text-muted-foreground md:hidden" />
        {text}
      </a>
    ) : (
      <Badge className={`rounded-md wrap-anywhere ${tones.bad}`}>{text}</Badge>
    )}
    {note && <small className={small}>{note}</small>}
  </>
)

const SourceCell = ({ source: { name, kind } }: LeadRow) => (
  <>
    <span title={name} className="block max-w-40 truncate">
      {name}
    </span>
    <small className={`${small} md:max-w-40 md:truncate`}>{kind}</small>
  </>
)

const ConsentCell = ({ consent: { text, tone } }: LeadRow) => (
  <Badge className={`rounded-md ${tones[tone]}`}>
    <span className="md:hidden">consent: </span>
    {text}
  </Badge>
)

const MailsCell = ({ mails, refusal }: LeadRow) =>
  [...(refusal ? [{ text: refusal, tone: 'bad' as const, reason: '' }] : []), ...mails].map(
    ({ text, tone, reason }) => {
      const Icon = icons[tone]
      return (
        <div key={text} className={cn('max-w-72 not-first:mt-1.5', tone === 'good' && 'max-md:hidden')}>
          {/* Nearly every row has it, so a badge would hide the rows that need somebody. */}
          {tone === 'good' ? (
            <span className="text-muted-foreground">{text}</span>
          ) : (
            <Badge className={`rounded-md text-left ${tones[tone]}`}>
              <Icon aria-hidden="true" />
              {text}
            </Badge>
          )}
          {reason && (
            <small title={reason} className="mt-1 line-clamp-2 text-xs wrap-anywhere text-muted-foreground">
              {reason}
            </small>
          )}
        </div>
      )
    },
  )

const WatchedCell = ({ watched }: LeadRow) =>
  watched && (
    <span className="whitespace-nowrap tabular-nums max-md:text-xs max-md:text-muted-foreground">
      <span className="md:hidden">watched </span>
      {watched}
    </span>
  )

const OutcomeCell = ({ outcome }: LeadRow) =>
  outcome && (
    <>
      <Badge className={`rounded-md whitespace-nowrap tabular-nums ${tones[outcome.tone]}`}>
        {outcome.text}
      </Badge>
      <small className={`${small} max-md:hidden`}>{outcome.when}</small>
    </>
  )

const SinceCell = ({ since: { at, text, full, note } }: LeadRow) => (
  <>
    <time dateTime={at} title={full} className="whitespace-nowrap text-muted-foreground">
      {text}
    </time>
    {note && <small className={small}>{note}</small>}
  </>
)

type Column = {
  label: string
  Cell: ComponentType<LeadRow>
  /** The width of the column, and its place on a phone, which shows each person as a card. */
  place: string
}

/** The columns of the list, in their order. */
export const leadColumns = {
  person: { label: 'Person', Cell: PersonCell, place: 'md:min-w-52 max-md:pr-24' },
  phone: { label: 'Phone', Cell: PhoneCell, place: 'max-md:pl-14' },
  source: { label: 'Source', Cell: SourceCell, place: 'max-md:hidden' },
  // A person who withdrew must not look like the others on any screen.
  consent: { label: 'Consent', Cell: ConsentCell, place: 'max-md:pl-14' },
  mails: { label: 'Mails', Cell: MailsCell, place: 'max-md:pl-14' },
  watched: { label: 'Watched', Cell: WatchedCell, place: 'max-md:pl-14' },
  outcome: { label: 'Outcome', Cell: OutcomeCell, place: 'max-md:pl-14' },
  since: {
    label: 'Since',
    Cell: SinceCell,
    place: 'max-md:absolute max-md:top-3 max-md:right-1 max-md:text-right',
  },
} satisfies Record<string, Column>

export type LeadColumn = keyof typeof leadColumns
