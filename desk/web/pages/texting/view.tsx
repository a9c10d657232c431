import type { ReactElement } from 'react'
import { Button, buttonVariants } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { type Asking, tellSkipped } from '../../../core/consent.ts'
import { counted, countedPeople } from '../../../core/figures.ts'
import { type IncomingText, isNumber, type StoppedNumber } from '../../../core/texts.ts'
import { tellBy } from '../../format/tell-by.ts'
import { tellPhone, tellSender } from '../../format/tell-phone.ts'
import { tellTime } from '../../format/when.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Fold } from '../../parts/fold.tsx'
import { Form } from '../../parts/form.tsx'
import { Hidden } from '../../parts/hidden.tsx'
import { IfMay } from '../../parts/may.tsx'
import { Section } from '../../parts/section.tsx'
import { ToneBadge, tones } from '../../parts/tone.tsx'

export type TextingProps = {
  numbers: StoppedNumber[]
  texts: IncomingText[]
  /** How many would be asked to confirm the number. Missing until the operator wants to ask. */
  asking?: Asking
  /** For the registration of a number. What is unknown is in angle brackets. */
  registration: Record<string, string>
}

export const Texting = ({ numbers, texts, asking, registration }: TextingProps) => (
  <>
    {asking && <AskEverybody {...asking} />}
    <p className="text-sm">
      <a href="/leads?consent=may-be-texted" className="underline">
        People who may be texted
      </a>
    </p>
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Section title="Stopped numbers" contentClassName="grid gap-3 text-sm">
        <Form call="stop_number" action="/texting" className="flex flex-wrap items-end gap-3">
          <Hidden values={{ do: 'stop' }} />
          <Label className="grid flex-1 basis-48 gap-1.5">
            Number, as +12015550123
            <Input
              name="phone"
              type="tel"
              required
              pattern="\+[\d\s\(\)\.\-]+"
              title="The international form, as +12015550123"
              autoComplete="off"
            />
          </Label>
          <Button variant="destructive">Stop this number</Button>
        </Form>
        {numbers.length === 0 ? (
          <p className="text-muted-foreground">No number is stopped.</p>
        ) : (
          <Newest
            items={numbers.map((number) => (
              <li key={number.phone_e164} className="grid gap-1 py-3">
                <Stop {...number} />
              </li>
            ))}
          />
        )}
      </Section>
      <div className="grid gap-4">
        <Section title="Text messages of the last 30 days" contentClassName="grid gap-3 text-sm">
          {texts.length === 0 ? (
            <p className="text-muted-foreground">Nobody wrote anything except STOP and START.</p>
          ) : (
            <Newest
              items={texts.map((text) => (
                <li key={text.id} className="flex flex-wrap items-center gap-3 py-3">
                  <Incoming {...text} canStop={isNumber(text.sender) && !isStopped(numbers, text.sender)} />
                </li>
              ))}
            />
          )}
        </Section>
        <IfMay call="ask_again">
          <Section title="Confirmed numbers" contentClassName="grid gap-3 text-sm">
            <p>
              Everybody who has not confirmed the number gets an email that asks for it. Nobody’s consent
              changes.
            </p>
            <Form action="/texting">
              <Button name="do" value="ask" variant="outline" className="bg-card">
                Ask everybody…
              </Button>
            </Form>
          </Section>
        </IfMay>
      </div>
    </div>
    <Registration answers={Object.entries(registration)} />
  </>
)

/** Says how many people get an email. */
const AskEverybody = ({ asked, skipped }: Asking) => (
  <Form action="/texting" role="alert" className={`grid gap-3 rounded-xl px-5 py-3 text-sm ${tones.wait}`}>
    <Hidden values={{ people: String(asked) }} />
    <p>
      <strong className="font-semibold">This sends an email to {countedPeople(asked)}.</strong>
      {skipped > 0 && ` ${tellSkipped(skipped)}`}
    </p>
    <div className="flex flex-wrap gap-2">
      <Button name="do" value="ask" variant="outline" className="bg-card text-foreground">
        Send {counted(asked, 'email')}
      </Button>
      <a href="/texting" className={buttonVariants({ variant: 'ghost' })}>
        Do not send
      </a>
    </div>
  </Form>
)

const isStopped = (numbers: StoppedNumber[], phone: string) =>
  numbers.some(({ phone_e164: number, lifted_at: liftedAt }) => number === phone && !liftedAt)

/** The complete answers, and which others cannot be given yet. */
function Registration({ answers }: { answers: [string, string][] }) {
  const missing = answers.filter(([, text]) => hasHole(text)).map(([label]) => label)
  return (
    <Section title="Register your number for text messages" contentClassName="grid gap-3 text-sm">
      <p>Copy these answers into the registration.</p>
      {missing.length > 0 && (
        <p className={`rounded-lg px-4 py-3 ${tones.wait}`}>
          <strong className="font-semibold">Not ready yet: {missing.join(', ')}.</strong> Whoever set up the
          site has to enter its address, who you are, your contact, and the links to your terms and privacy
          pages.
        </p>
      )}
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
        {answers
          .filter(([, text]) => !hasHole(text))
          .map(([label, text]) => (
            <div key={label} className="sm:contents">
              <dt className="text-muted-foreground">{label}</dt>
              <dd className="flex items-start justify-between gap-3">
                <span className="max-w-prose wrap-anywhere">{text}</span>
                <CopyButton text={text} of={label} />
              </dd>
            </div>
          ))}
      </dl>
    </Section>
  )
}

const hasHole = (text: string) => /<[^>]+>/.test(text)

const most = 20

/** The others are folded. */
const Newest = ({ items }: { items: ReactElement[] }) => (
  <>
    <ul className="divide-y">{items.slice(0, most)}</ul>
    {items.length > most && (
      <Fold title={`${items.length - most} more`}>
        <ul className="divide-y">{items.slice(most)}</ul>
      </Fold>
    )}
  </>
)

function Stop({ phone_e164: phone, words, note, ...stop }: StoppedNumber) {
  const name = tellPhone(phone)
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-2">
        <a
          href={`/leads?q=${encodeURIComponent(phone)}`}
          className="font-semibold tabular-nums hover:underline"
        >
          {name}
        </a>
        {stop.lifted_at ? (
          <ToneBadge tone="quiet">lifted</ToneBadge>
        ) : (
          <ToneBadge tone="bad">stopped</ToneBadge>
        )}
      </p>
      <p className="text-muted-foreground">
        {`Stopped ${tellTime(stop.stopped_at)}, ${tellBy(stop.stopped_by)}`}
      </p>
      {words && <blockquote className="wrap-anywhere">“{words}”</blockquote>}
      {stop.lifted_at ? (
        <p className="wrap-anywhere text-muted-foreground">
          {`Lifted ${tellTime(stop.lifted_at)}, ${tellBy(stop.lifted_by ?? '')}${note ? `: ${note}` : ''}`}
        </p>
      ) : (
        <IfMay call="lift_stop">
          <Fold
            title={
              <>
                Lift the stop<span className="sr-only"> of {name}</span>
              </>
            }
          >
            <Form action="/texting" className="flex flex-wrap items-end gap-3 pt-2">
              <Hidden values={{ do: 'lift', phone, known: String(stop.stop ?? '') }} />
              <Label className="grid flex-1 basis-48 gap-1.5">
                Why you lift it
                <Input name="note" required maxLength={2000} autoComplete="off" />
              </Label>
              <Button variant="outline" aria-label={`Lift the stop of ${name}`} className="bg-card">
                Lift the stop
              </Button>
            </Form>
          </Fold>
        </IfMay>
      )}
    </>
  )
}

/** `canStop` offers to stop its sender. */
const Incoming = ({ sender, words, received_at: at, canStop }: IncomingText & { canStop: boolean }) => (
  <>
    <div className="min-w-0 flex-1 basis-48">
      <p className="text-muted-foreground">
        {tellSender(sender)}, {tellTime(at)}
      </p>
      <blockquote className="whitespace-pre-line wrap-anywhere">{words}</blockquote>
    </div>
    {canStop && (
      <Form call="stop_number" action="/texting">
        <Hidden values={{ do: 'stop sender', phone: sender }} />
        <Button variant="destructive" aria-label={`Stop this number: ${tellSender(sender)}`}>
          Stop this number
        </Button>
      </Form>
    )}
  </>
)
