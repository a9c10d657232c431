import { Button } from '@/components/ui/button'
import { Card, CardContent, CardHeader, CardTitle } from '@/components/ui/card'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { BackLink } from './back-link.tsx'
import { Fold } from './fold.tsx'
import { Hidden } from './hidden.tsx'

type StoppedNumber = {
  phone: string
  name: string
  stopped: string
  words: string
  /** If the stop was lifted, says when, by whom and why. */
  lifted?: string
}

export type TextingProps = {
  numbers: StoppedNumber[]
  texts: { from: string; words: string; when: string }[]
  registration: { label: string; text: string }[]
}

/** Shows what the operator needs for text messages. Has the forms to stop a number and to lift a stop. */
export const Texting = ({ numbers, texts, registration }: TextingProps) => (
  <div className="grid w-full max-w-3xl gap-4">
    <BackLink label="People who may be texted" href="/leads?number=valid&consent=may-be-texted" />
    <Part title="Stopped numbers">
      <form method="post" action="/texting" className="flex flex-wrap items-end gap-3">
        <Hidden values={{ do: 'stop' }} />
        <Label className="grid gap-1.5">
          Number, as +12015550123
          <Input name="phone" type="tel" required autoComplete="off" />
        </Label>
        <Button variant="destructive">Stop this number</Button>
      </form>
      {numbers.length === 0 ? (
        <p className="text-muted-foreground">No number is stopped.</p>
      ) : (
        <ul className="divide-y">
          {numbers.map((number) => (
            <li key={number.phone} className="flex flex-wrap items-end gap-3 py-3">
              <Stop {...number} />
            </li>
          ))}
        </ul>
      )}
    </Part>
    <Part title="Confirmed numbers">
      <p>
        Everybody who has not confirmed the number gets a mail that asks for it. Nobody’s consent changes.
      </p>
      <Fold title="Ask everybody">
        <form method="post" action="/texting" className="pt-3">
          <Button name="do" value="ask" variant="outline">
            Send these mails
          </Button>
        </form>
      </Fold>
    </Part>
    {texts.length > 0 && (
      <Part title="Text messages of the last 30 days">
        <ul className="grid gap-3">
          {texts.map(({ from, words, when }) => (
            <li key={`${when} ${from} ${words}`} className="wrap-anywhere">
              <span className="text-muted-foreground">
                {from}, {when}
              </span>
              <blockquote className="whitespace-pre-line">{words}</blockquote>
            </li>
          ))}
        </ul>
      </Part>
    )}
    <Part title="Register a number (10DLC, toll-free)">
      <dl className="grid gap-3">
        {registration.map(({ label, text }) => (
          <div key={label}>
            <dt className="text-muted-foreground">{label}</dt>
            <dd className="wrap-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
    </Part>
  </div>
)

const Part = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <Card className="gap-3 py-5">
    <CardHeader className="px-5">
      <CardTitle>
        <h2>{title}</h2>
      </CardTitle>
    </CardHeader>
    <CardContent className="grid gap-3 px-5 text-sm">{children}</CardContent>
  </Card>
)

const Stop = ({ phone, name, stopped, words, lifted }: StoppedNumber) => (
  <>
    <div className="min-w-0 flex-1 basis-72">
      <strong className="font-semibold tabular-nums">{name}</strong>
      <p>{stopped}</p>
      {words && <blockquote className="wrap-anywhere">“{words}”</blockquote>}
      {lifted && <p className="wrap-anywhere text-muted-foreground">{lifted}</p>}
    </div>
    {!lifted && (
      <form method="post" action="/texting" className="flex flex-wrap items-end gap-3">
        <Hidden values={{ do: 'lift', phone }} />
        <Label className="grid gap-1.5">
          Why you lift it
          <Input name="note" required maxLength={2000} autoComplete="off" />
        </Label>
        <Button variant="outline" aria-label={`Lift the stop of ${name}`}>
          Lift the stop
        </Button>
      </form>
    )}
  </>
)
