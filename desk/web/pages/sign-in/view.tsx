import type { ComponentProps, ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { brand } from '@/site/brand'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Hidden } from '../../parts/hidden.tsx'
import { tones } from '../../parts/tone.tsx'
import { freshField } from './fresh-field.ts'

/** The pages before the desk. `to` is where the member wanted to go. */
export type SignInSteps = {
  address: StepProps & { address: string }
  code: StepProps & { address: string }
  begin: StepProps
  enrol: StepProps & { factor: { id: string; picture: string; secret: string } }
  /** `isStale`: what was asked for needs a fresh code. */
  factor: StepProps & { isStale?: boolean }
  waiting: { letters: string; to: string }
  again: AgainProps
  signOut: object
  told: { text: string; label: string; href: string; isAlert?: boolean }
}

type StepProps = {
  to: string
  fault?: string
}

/** With `freshCode` asks for a code of the second factor. Otherwise the member must sign in again first. */
type AgainProps = StepProps & { action: string; values: Record<string, string[]>; freshCode: boolean }

export const AskAddress = ({ to, fault, address }: SignInSteps['address']) => (
  <Step action="/sign-in" to={to} button="Send me a code">
    <p className="text-sm text-muted-foreground">We send a code of eight digits to your address.</p>
    <Labelled label="Your email address" fault={fault}>
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
        className="min-h-11"
        {...wrong(fault)}
      />
    </Labelled>
  </Step>
)

/** The same for each address. */
export const AskCode = ({ to, fault, address }: SignInSteps['code']) => (
  <>
    <Step action="/sign-in/code" to={to} button="Sign in">
      <p className="text-sm text-pretty text-muted-foreground">
        If <strong className="font-semibold text-foreground wrap-anywhere">{address}</strong> belongs to a
        member, a code is on its way. It is valid for ten minutes, in this browser only.
      </p>
      <Labelled label="The eight digits in the email" fault={fault}>
        <Digits name="code" length={8} fault={fault} />
      </Labelled>
    </Step>
    <div className="grid gap-3 border-t pt-5 text-sm text-pretty text-muted-foreground">
      <p>
        No email after a minute? Look in the junk folder. If it is not there, the address may be mistyped, or
        it is not the one that the owner of the desk has added.
      </p>
      <form method="post" action="/sign-in" className="grid gap-2 sm:grid-cols-2">
        <Hidden values={{ address, to }} />
        <Button variant="outline" className="min-h-11 bg-card text-foreground">
          Send another code
        </Button>
        <Button asChild variant="outline" className="min-h-11 bg-card text-foreground">
          <a href={`/sign-in?${new URLSearchParams({ to })}`}>Use another address</a>
        </Button>
      </form>
    </div>
  </>
)

export const BeginFactor = ({ to }: SignInSteps['begin']) => (
  <Step action="/sign-in/factor/new" to={to} button="Set up the app">
    <p className="text-sm text-pretty">
      Somebody who reads your email should still not see the leads. So you also need a code from an app on
      your phone, such as Google Authenticator, 1Password or the passwords of an iPhone.
    </p>
    <p className="text-sm text-pretty text-muted-foreground">
      You do this once. Have the app ready, because what you see next is valid for five minutes.
    </p>
  </Step>
)

/** Opens a phone's app with a new second factor (Key URI Format of Google Authenticator). */
const appAddress = (secret: string) =>
  `otpauth://totp/${encodeURIComponent(brand)}:desk?${new URLSearchParams({ secret, issuer: brand })}`

export const EnrolFactor = ({ to, fault, factor: { id, picture, secret } }: SignInSteps['enrol']) => (
  <Step action="/sign-in/factor" to={to} button="Confirm">
    <Hidden values={{ factor: id, picture, secret }} />
    <p className="text-sm text-pretty max-sm:hidden">Scan this with the app on your phone.</p>
    <Button asChild variant="outline" className="min-h-11 bg-card sm:hidden">
      <a href={appAddress(secret)}>Open the app on this phone</a>
    </Button>
    <p className="text-sm text-pretty text-muted-foreground sm:hidden">
      Nothing opens? Copy the key into the app. On another screen, scan the picture with the app.
    </p>
    {/* Scanners need dark on light in any theme. */}
    {/* biome-ignore lint/performance/noImgElement: the desk is no Next.js app */}
    <img
      src={picture}
      alt="QR code of the second factor"
      width={208}
      height={208}
      className="mx-auto size-40 rounded-lg bg-white p-2 sm:size-52"
    />
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-accent px-4 py-2 text-sm">
      <p className="min-w-0 flex-1 basis-44">
        <span className="block text-xs text-muted-foreground">Key for the app</span>
        <code className="tracking-wide wrap-anywhere select-all">
          {(secret.match(/.{1,4}/g) ?? []).join(' ')}
        </code>
      </p>
      <CopyButton text={secret} of="the key" />
    </div>
    <Labelled label="The six digits that the app shows" fault={fault}>
      <Digits name="code" length={6} fault={fault} />
    </Labelled>
  </Step>
)

export const AskFactor = ({ to, fault, isStale }: SignInSteps['factor']) => (
  <>
    <Step action="/sign-in/factor" to={to} button="Continue">
      {isStale && (
        <p className="text-sm text-pretty">
          What you asked for needs a fresh code. A download then starts automatically, and{' '}
          <a href="/" className="font-medium underline">
            the desk is here
          </a>
          .
        </p>
      )}
      <Labelled label="The six digits that your app shows" fault={fault}>
        <Digits name="code" length={6} fault={fault} />
      </Labelled>
    </Step>
    <p className="border-t pt-5 text-sm text-pretty text-muted-foreground">
      Lost your phone? Call the owner of the desk, who can let you set up another one.
    </p>
  </>
)

/** By the letters the owner knows that this second factor is the member’s. */
export const Waiting = ({ letters, to }: SignInSteps['waiting']) => (
  <>
    <p className="text-sm text-pretty">
      Call the owner of the desk, and read these six letters out. That way, nobody else who reads your email
      can get in.
    </p>
    <p className="rounded-lg bg-accent py-4 text-center text-3xl font-semibold tracking-[0.3em] tabular-nums">
      <span aria-hidden="true">{letters}</span>
      <span className="sr-only">{[...letters].join(' ')}</span>
    </p>
    <p className="text-sm text-pretty text-muted-foreground">
      Once the owner has typed them, the button opens the desk. Until then, it brings you back here.
    </p>
    <div className="grid gap-3">
      <Button asChild className="min-h-11">
        <a href={to}>Open the desk</a>
      </Button>
      <Button asChild variant="outline" className="min-h-11 bg-card">
        <a href="/sign-out">Sign out</a>
      </Button>
    </div>
  </>
)

/** The form as typed, to be sent once more. */
export const PressAgain = ({ to, fault, action, values, freshCode }: SignInSteps['again']) => (
  <Step
    action={action}
    to={to}
    button={freshCode ? 'Confirm and continue' : 'Send it again'}
    hidden={Object.entries(values).flatMap(([name, all]) => all.map((value) => ({ name, value })))}
  >
    {freshCode ? (
      <>
        <p className="text-sm text-pretty text-muted-foreground">
          This needs a fresh code of your second factor. What you have entered is kept.
        </p>
        <Labelled label="The six digits that your app shows" fault={fault}>
          <Digits name={freshField} length={6} fault={fault} />
        </Labelled>
      </>
    ) : fault ? (
      <p role="alert" className="text-sm text-pretty">
        {fault} Nothing was changed, and what you have entered is kept here.
      </p>
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

export const Told = ({ text, label, href, isAlert }: SignInSteps['told']) => (
  <>
    <p role={isAlert ? 'alert' : undefined} className="text-sm text-pretty">
      {text}
    </p>
    <Button asChild className="min-h-11">
      <a href={href}>{label}</a>
    </Button>
  </>
)

type StepFormProps = Pick<StepProps, 'to'> & {
  action: string
  button: string
  hidden?: { name: string; value: string }[]
  children: ReactNode
}

const Step = ({ action, to, button, hidden, children }: StepFormProps) => (
  <form method="post" action={action} className="grid gap-4">
    {hidden ? (
      hidden.map(({ name, value }) => <input key={name + value} type="hidden" name={name} value={value} />)
    ) : (
      <input type="hidden" name="to" value={to} />
    )}
    {children}
    <Button className="min-h-11">{button}</Button>
  </form>
)

type LabelledProps = { label: string; fault: string | undefined; children: ReactNode }

const Labelled = ({ label, fault, children }: LabelledProps) => (
  <div className="grid gap-1.5">
    <Label className="grid gap-1.5">
      <span>{label}</span>
      {children}
    </Label>
    {fault && (
      <p id="fault" role="alert" className={`rounded-lg px-3 py-2 text-sm text-pretty ${tones.bad}`}>
        {fault}
      </p>
    )}
  </div>
)

type DigitsProps = { name: string; length: number; fault: string | undefined }

/** Spaces in a code do no harm. */
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

export const AskSignOut = () => (
  <form method="post" action="/sign-out" className="grid gap-3">
    <Button name="scope" value="local" className="min-h-11">
      Sign out here
    </Button>
    <Button name="scope" value="global" variant="outline" className="min-h-11 bg-card">
      Sign out on all my devices
    </Button>
    <Button asChild variant="ghost" className="min-h-11">
      <a href="/">Back to the desk</a>
    </Button>
  </form>
)
