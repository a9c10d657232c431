import type { ComponentProps, ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { Hidden } from '../../parts/hidden.tsx'
import { tones } from '../../parts/tone.tsx'
import { freshField } from './fresh-field.ts'

/** What the pages before the desk show, by their steps. `to` is the page to which the member wanted to go. */
export type SignInSteps = {
  address: StepProps & { address: string }
  code: StepProps & { address: string }
  begin: StepProps
  enrol: StepProps & { factor: { id: string; picture: string; secret: string } }
  factor: StepProps
  waiting: { letters: string; to: string }
  again: AgainProps
  signOut: object
  told: { text: string; label: string; href: string; isAlert?: boolean }
}

type StepProps = {
  to: string
  /** What is wrong with what was typed. */
  fault?: string
}

/** `freshCode` asks for a code of the second factor, otherwise the member has to sign in again first. */
type AgainProps = StepProps & { action: string; values: Record<string, string[]>; freshCode: boolean }

/** Asks for the address to which a code is sent. */
export const AskAddress = ({ to, fault, address }: SignInSteps['address']) => (
  <Step action="/sign-in" to={to} fault={fault} button="Send me a code">
    <p className="text-sm text-muted-foreground">We send a code of eight digits to your address.</p>
    <Labelled label="Your email address">
      <Input
        name="address"
        type="email"
        required
        maxLength={254}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={address}
        autoFocus
        {...wrong(fault)}
      />
    </Labelled>
  </Step>
)

/** Asks for the code that was sent. Says the same for each address. */
export const AskCode = ({ to, fault, address }: SignInSteps['code']) => (
  <>
    <Step action="/sign-in/code" to={to} fault={fault} button="Sign in">
      <p className="text-sm text-pretty text-muted-foreground">
        If <strong className="font-semibold text-foreground wrap-anywhere">{address}</strong> belongs to a
        member, a code is on its way. It is valid for ten minutes, in this browser only.
      </p>
      <Labelled label="The eight digits in the mail">
        <Digits name="code" length={8} fault={fault} />
      </Labelled>
    </Step>
    <p className="text-sm text-muted-foreground">
      No mail after a minute? Look among the junk mails, or{' '}
      <a href={`/sign-in?${new URLSearchParams({ to })}`} className="font-medium text-foreground underline">
        ask for another code
      </a>
      .
    </p>
  </>
)

/** Says what a second factor is for, before one is made. */
export const BeginFactor = ({ to, fault }: SignInSteps['begin']) => (
  <Step action="/sign-in/factor/new" to={to} fault={fault} button="Show the QR code">
    <p className="text-sm text-pretty">
      Whoever reads your mail shall not read the leads. So you also need a code from an app on your phone,
      such as Google Authenticator, 1Password or the passwords of an iPhone.
    </p>
    <p className="text-sm text-pretty text-muted-foreground">
      You do this once. Have the phone at hand: there are five minutes to scan the code.
    </p>
  </Step>
)

/** Shows a new second factor, and asks for its first code. */
export const EnrolFactor = ({ to, fault, factor: { id, picture, secret } }: SignInSteps['enrol']) => (
  <Step action="/sign-in/factor" to={to} fault={fault} button="Confirm">
    <Hidden values={{ factor: id, picture, secret }} />
    <p className="text-sm text-pretty">
      Scan this with the app. On the phone itself, copy the text below into the app.
    </p>
    {/* Scanners need dark on light, whatever the colours of the page are. */}
    {/* biome-ignore lint/performance/noImgElement: the desk is no Next.js app */}
    <img
      src={picture}
      alt="QR code of the second factor"
      width={208}
      height={208}
      className="mx-auto size-52 rounded-lg bg-white p-2"
    />
    <p className="text-center text-sm tracking-wide wrap-anywhere select-all">
      <code>{(secret.match(/.{1,4}/g) ?? []).join(' ')}</code>
    </p>
    <Labelled label="The six digits that the app shows">
      <Digits name="code" length={6} fault={fault} />
    </Labelled>
  </Step>
)

/** Asks for a code of the second factor. */
export const AskFactor = ({ to, fault }: SignInSteps['factor']) => (
  <>
    <Step action="/sign-in/factor" to={to} fault={fault} button="Go on">
      <Labelled label="The six digits that your app shows">
        <Digits name="code" length={6} fault={fault} />
      </Labelled>
    </Step>
    <p className="text-sm text-muted-foreground">
      You no longer have the phone? The owner of the desk can reset your second factor.
    </p>
  </>
)

/** Shows the letters by which the owner knows that this second factor is the member’s. */
export const Waiting = ({ letters, to }: SignInSteps['waiting']) => (
  <>
    <p className="text-sm text-pretty">
      Call the owner of the desk, and read these six letters out. That way, nobody else who reads your mail
      can get in.
    </p>
    <p className="rounded-lg bg-accent py-4 text-center text-3xl font-semibold tracking-[0.3em] tabular-nums">
      <span aria-hidden="true">{letters}</span>
      <span className="sr-only">{[...letters].join(' ')}</span>
    </p>
    <p className="text-sm text-pretty text-muted-foreground">
      As soon as the owner has typed them, the desk opens for you.
    </p>
    <div className="flex flex-wrap gap-3">
      <Button asChild>
        <a href={to}>Open the desk</a>
      </Button>
      <Button asChild variant="outline" className="bg-card">
        <a href="/sign-out">Sign out</a>
      </Button>
    </div>
  </>
)

/** Gives a form back as it was typed, to be sent once more. */
export const PressAgain = ({ to, fault, action, values, freshCode }: SignInSteps['again']) => (
  <Step
    action={action}
    to={to}
    fault={fault}
    button={freshCode ? 'Confirm and go on' : 'Send it again'}
    hidden={Object.entries(values).flatMap(([name, all]) => all.map((value) => ({ name, value })))}
  >
    {freshCode ? (
      <>
        <p className="text-sm text-pretty text-muted-foreground">
          This needs a fresh code of your second factor. What you have entered is kept.
        </p>
        <Labelled label="The six digits that your app shows">
          <Digits name={freshField} length={6} fault={fault} />
        </Labelled>
      </>
    ) : (
      <p className="text-sm text-pretty">
        Nothing was changed, and what you have entered is kept here.{' '}
        <a href="/sign-in" target="_blank" rel="noreferrer" className="font-medium underline">
          Sign in in another tab
        </a>
        , come back, and send it again.
      </p>
    )}
  </Step>
)

/** Says one sentence, with a way on. */
export const Told = ({ text, label, href, isAlert }: SignInSteps['told']) => (
  <>
    <p role={isAlert ? 'alert' : undefined} className="text-sm text-pretty">
      {text}
    </p>
    <Button asChild className="justify-self-start">
      <a href={href}>{label}</a>
    </Button>
  </>
)

type StepFormProps = StepProps & {
  action: string
  button: string
  hidden?: { name: string; value: string }[]
  children: ReactNode
}

const Step = ({ action, to, fault, button, hidden, children }: StepFormProps) => (
  <form method="post" action={action} className="grid gap-4">
    {hidden ? (
      hidden.map(({ name, value }) => <input key={name + value} type="hidden" name={name} value={value} />)
    ) : (
      <input type="hidden" name="to" value={to} />
    )}
    {fault && (
      <p id="fault" role="alert" className={`rounded-lg px-3 py-2 text-sm text-pretty ${tones.bad}`}>
        {fault}
      </p>
    )}
    {children}
    <Button className="min-h-11">{button}</Button>
  </form>
)

const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  <Label className="grid gap-1.5">
    <span>{label}</span>
    {children}
  </Label>
)

type DigitsProps = { name: string; length: number; fault: string | undefined }

/** A field for a code. Spaces in it do no harm. */
const Digits = ({ name, length, fault }: DigitsProps) => (
  <Input
    name={name}
    required
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={length * 2}
    autoFocus
    className="min-h-12 text-center text-2xl font-semibold tracking-[0.25em] tabular-nums"
    {...wrong(fault)}
  />
)

const wrong = (fault: string | undefined): ComponentProps<'input'> =>
  fault ? { 'aria-invalid': true, 'aria-describedby': 'fault' } : {}

/** Asks where to sign out. */
export const AskSignOut = () => (
  <form method="post" action="/sign-out" className="grid gap-3">
    <Button name="scope" value="local" className="min-h-11">
      Sign out here
    </Button>
    <Button name="scope" value="global" variant="outline" className="min-h-11 bg-card">
      Sign out on all my devices
    </Button>
    <a href="/" className="justify-self-center text-sm text-muted-foreground underline">
      Back to the desk
    </a>
  </form>
)
