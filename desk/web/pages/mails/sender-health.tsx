import Search from 'lucide-react/icons/search'
import Send from 'lucide-react/icons/send'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Card, CardContent } from '@/components/ui/card'
import type { Result } from '../../../doctor/result.ts'
import { Fold } from '../../parts/fold.tsx'
import { Form } from '../../parts/form.tsx'
import { Textarea } from '../../parts/textarea.tsx'
import { type Tone, tones } from '../../parts/tone.tsx'

export type SenderHealthProps = {
  /** The doctor's results on the DNS of the sender's domain. */
  records?: Result[]
  /** How the receiver of a test email judged it, by its headers. */
  findings?: Result[]
  headers?: string
  /** Where to test emails, if not here. */
  elsewhere?: string
}

/**
 * Whether receivers trust the sender: a test email, the domain's records, and the headers of an email
 * explained.
 */
export const SenderHealth = ({ records, findings, headers, elsewhere }: SenderHealthProps) => (
  <Card className="py-1">
    <CardContent className="divide-y px-5 text-sm *:py-4">
      {elsewhere ? (
        <p className="text-muted-foreground">{elsewhere}</p>
      ) : (
        <>
          <Step
            action="/mails/test"
            about="Changed something? A test email shows at once whether emails go out."
          >
            <Send aria-hidden="true" />
            Send me a test email
          </Step>
          <div>
            <Step
              action="/mails/sender"
              about="Gmail and Yahoo ask for SPF, DKIM and DMARC records at your domain."
            >
              <Search aria-hidden="true" />
              Check my domain
            </Step>
            {records && <Results results={records} />}
          </div>
        </>
      )}
      <div>
        <Fold
          title="Did it land in spam? See how the receiving server judged it."
          open={Boolean(findings)}
          className="text-sm"
        >
          {findings && <Results results={findings} />}
          <Form action="/mails/headers" className="mt-3 grid gap-2">
            <label htmlFor="headers">
              The headers of the test email (in Gmail: ⋮, Show original).{' '}
              {elsewhere ? 'They are not kept.' : 'They never leave this machine.'}
            </label>
            <Textarea
              id="headers"
              name="headers"
              rows={5}
              required
              defaultValue={headers}
              className="font-mono text-xs md:text-xs"
            />
            <Button variant="outline" className="w-fit bg-card">
              Explain these headers
            </Button>
          </Form>
        </Fold>
      </div>
    </CardContent>
  </Card>
)

const Step = ({ action, about, children }: { action: string; about: string; children: ReactNode }) => (
  <Form action={action} className="flex flex-wrap items-center gap-3">
    <p className="min-w-0 flex-1 basis-72 text-muted-foreground">{about}</p>
    <Button variant="outline" className="bg-card">
      {children}
    </Button>
  </Form>
)

const toneOf: Record<Result['status'], Tone> = { ok: 'good', fault: 'bad', unseen: 'quiet' }

/** Says a sentence of several results once. */
const Results = ({ results }: { results: Result[] }) => (
  <ul role="status" className="mt-3 grid gap-2 text-sm">
    {[...new Map(results.map((result) => [result.sentence, result])).values()].map((result) => (
      <li
        key={result.sentence}
        className={`rounded-lg px-4 py-2.5 wrap-anywhere ${tones[toneOf[result.status]]}`}
      >
        {result.sentence} {result.todo && `${result.todo}.`}
      </li>
    ))}
  </ul>
)
