import { cn } from 'cn'
import Download from 'lucide-react/icons/download'
import Mail from 'lucide-react/icons/mail'
import Phone from 'lucide-react/icons/phone'
import { Button, buttonVariants } from '@/components/ui/button'
import { Card, CardAction, CardContent, CardHeader, CardTitle } from '@/components/ui/card'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { BackLink } from './back-link.tsx'
import { CallAgain, type CallAgainProps } from './call-again.tsx'
import { Hidden } from './hidden.tsx'
import { NumberStop, type NumberStopProps } from './number-stop.tsx'
import { PersonMark } from './person-mark.tsx'
import { Timeline, type TimelineEvent } from './timeline.tsx'
import { type Tone, ToneBadge, tones } from './tone.tsx'

type Values = Record<string, string>

export type PersonProps = {
  back: { label: string; href: string }
  name: string
  company?: string
  since: string
  email: { text: string; href: string }
  /** A number that is not valid has no `href`. */
  phone: { text: string; href?: string }
  badges: { text: string; tone: Tone }[]
  /** What waits for the operator: mails that failed or are held. */
  stopped: { text: string; reasons: string[]; tone: Tone; values: Values; send: string; drop: string }[]
  /** The stop of the number, with the words of the text message. */
  stop?: NumberStopProps
  callAgain: CallAgainProps
  note: { action: string; values: Values; kinds: { value: string; label: string }[] }
  facts: { label: string; text: string; note?: string }[]
  count: string
  leftOut?: string
  timeline: TimelineEvent[]
  downloads: { label: string; about: string; href: string }[]
  /** Absent if there is nothing to confirm. */
  ask?: { action: string; label: string }
  /** Absent after a withdrawal. */
  withdraw?: { action: string }
  forget: { action: string; email: string }
}

/** All that is stored about a person, and what the operator can do. */
export function Person(props: PersonProps) {
  const { back, stopped, timeline, count, leftOut } = props
  return (
    <>
      <BackLink {...back} />
      <Head {...props} />
      {stopped.map((mails) => (
        <Stopped key={mails.text} {...mails} />
      ))}
      {props.stop && <NumberStop {...props.stop} />}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-4">
          <Card className="gap-4 py-4">
            <Note {...props.note} />
            <CallAgain {...props.callAgain} />
          </Card>
          <Card className="gap-5 py-5">
            <CardHeader className="flex flex-wrap items-center justify-between px-5">
              <CardTitle>
                <h2>History</h2>
              </CardTitle>
              <CardAction className="self-auto text-sm text-muted-foreground">{count}</CardAction>
            </CardHeader>
            <CardContent className="px-5">
              <Timeline events={timeline} />
              {leftOut && <p className="mt-4 text-xs text-muted-foreground">{leftOut}</p>}
            </CardContent>
          </Card>
        </div>
        <div className="grid gap-4">
          <Facts {...props} />
          <Downloads {...props} />
          <Ending {...props} />
        </div>
      </div>
    </>
  )
}

const Head = ({ name, company, since, email, phone, badges }: PersonProps) => (
  <Card className="py-5">
    <CardContent className="flex flex-wrap items-center gap-x-4 gap-y-4 px-5">
      <PersonMark name={name} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="wrap-anywhere">
          <strong className="text-lg font-semibold">{name}</strong>
          {company && <span className="block text-sm">{company}</span>}
        </p>
        <p className="mt-1.5 flex flex-wrap gap-1.5">
          {badges.map(({ text, tone }) => (
            <ToneBadge key={text} tone={tone}>
              {text}
            </ToneBadge>
          ))}
        </p>
        <p className="mt-1.5 text-sm text-muted-foreground">{since}</p>
      </div>
      <div className="flex min-w-0 flex-wrap gap-2 max-sm:w-full">
        {phone.href ? (
          <a
            href={phone.href}
            aria-label={`Call ${phone.text}`}
            className={cn(buttonVariants({ className: 'tabular-nums max-sm:w-full' }))}
          >
            <Phone aria-hidden="true" />
            {phone.text}
          </a>
        ) : (
          <span className={`rounded-md px-3 py-2 text-sm wrap-anywhere ${tones.bad}`}>
            {phone.text}: not a valid number
          </span>
        )}
        <a
          href={email.href}
          aria-label={`Write to ${email.text}`}
          className={cn(
            buttonVariants({
              variant: 'outline',
              className: 'min-w-0 shrink bg-card max-sm:w-full',
            }),
          )}
        >
          <Mail aria-hidden="true" />
          <span className="wrap-anywhere">{email.text}</span>
        </a>
      </div>
    </CardContent>
  </Card>
)

const Stopped = ({ text, reasons, tone, values, send, drop }: PersonProps['stopped'][number]) => (
  <form
    method="post"
    action="/mails"
    className={`flex flex-wrap items-center gap-3 rounded-xl px-5 py-3 text-sm ${tones[tone]}`}
  >
    <Hidden values={values} />
    <div className="min-w-0 flex-1 basis-72">
      <strong className="font-semibold">{text}</strong>
      {reasons.map((reason) => (
        <p key={reason} className="wrap-anywhere">
          {reason}
        </p>
      ))}
    </div>
    <div className="flex flex-wrap gap-2 text-foreground">
      <Button name="do" value="send">
        {send}
      </Button>
      <Button name="do" value="drop" variant="outline" className="bg-card">
        {drop}
      </Button>
    </div>
  </form>
)

const Note = ({ action, values, kinds }: PersonProps['note']) => (
  <CardContent className="px-5">
    <form method="post" action={action} className="flex flex-wrap items-end gap-2">
      <Hidden values={values} />
      <Label className="grid min-w-0 flex-1 basis-72 gap-1.5">
        What was said
        <Input name="words" maxLength={2000} autoComplete="off" />
      </Label>
      {/* Enter takes the first button. */}
      <div className="flex flex-wrap gap-2">
        {kinds.map(({ value, label }, place) => (
          <Button
            key={value}
            name="kind"
            value={value}
            variant={place === 0 ? 'default' : 'outline'}
            className={place === 0 ? '' : 'bg-card'}
          >
            {label}
          </Button>
        ))}
      </div>
    </form>
  </CardContent>
)

const Facts = ({ facts }: PersonProps) => (
  <Card className="gap-3 py-5">
    <CardHeader className="px-5">
      <CardTitle>
        <h2>Record</h2>
      </CardTitle>
    </CardHeader>
    <CardContent className="px-5">
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
    </CardContent>
  </Card>
)

const Downloads = ({ downloads }: PersonProps) => (
  <Card className="gap-3 py-5">
    <CardHeader className="px-5">
      <CardTitle>
        <h2>Downloads</h2>
      </CardTitle>
    </CardHeader>
    <CardContent className="px-5">
      <ul className="grid gap-3 text-sm">
        {downloads.map(({ label, about, href }) => (
          <li key={href}>
            <a
              href={href}
              download=""
              className={cn(
                buttonVariants({ variant: 'outline', className: 'w-full justify-start bg-card' }),
              )}
            >
              <Download aria-hidden="true" />
              {label}
            </a>
            <p className="mt-1 text-xs text-muted-foreground">{about}</p>
          </li>
        ))}
      </ul>
    </CardContent>
  </Card>
)

const Ending = ({ ask, withdraw, forget }: PersonProps) => (
  <Card className="gap-3 py-5">
    <CardHeader className="px-5">
      <CardTitle>
        <h2>Consent and erasure</h2>
      </CardTitle>
    </CardHeader>
    <CardContent className="grid gap-3 px-5 text-sm">
      {ask && (
        <form method="post" action={ask.action}>
          <Button variant="outline" className="w-full bg-card">
            {ask.label}
          </Button>
          <p className="mt-1 text-xs text-muted-foreground">
            They get a mail with a link. Their consent stays as it is until they confirm.
          </p>
        </form>
      )}
      {withdraw && (
        <form method="post" action={withdraw.action}>
          <Button variant="outline" className="w-full bg-card">
            Withdraw consent to texts
          </Button>
          <p className="mt-1 text-xs text-muted-foreground">
            After that nobody may text them. Only they can consent again, through the form.
          </p>
        </form>
      )}
      <form method="post" action={forget.action} className="grid gap-2 border-t pt-3">
        <Label className="grid gap-1.5">
          <span>
            To erase them, type <strong className="wrap-anywhere">{forget.email}</strong>
          </span>
          <Input name="email" type="email" required autoComplete="off" />
        </Label>
        <Button variant="destructive">Forget for good</Button>
        <p className="text-xs text-muted-foreground">
          This cannot be undone, and the evidence goes too.{' '}
          <a href={forget.action} className="underline">
            What goes and what stays
          </a>
        </p>
      </form>
    </CardContent>
  </Card>
)
