import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { suppressionWords } from '../../../core/suppression-words.ts'
import { tellBy } from '../../format/tell-by.ts'
import { tellPhone } from '../../format/tell-phone.ts'
import { tellTime } from '../../format/when.ts'
import { Form } from '../../parts/form.tsx'
import { Hidden } from '../../parts/hidden.tsx'
import { IfMay } from '../../parts/may.tsx'
import { tones } from '../../parts/tone.tsx'
import { addressOf, type PersonProps } from './address.ts'

const sources: Record<string, string> = {
  link: 'by the link in an email',
  'mail program': 'by a button of their mail program',
  restore: 'from the list that was repeated after a restore',
}

/** Why a number gets no texts or a mailbox no emails, each with a form that lifts it and needs a reason. */
export function LiftForms(props: PersonProps) {
  const { stop, suppressions } = props.person
  return (
    <>
      {stop && (
        <LiftForm
          call="lift_stop"
          action={addressOf(props, 'lift')}
          title={`${tellPhone(stop.phone_e164)} has been stopped since ${tellTime(stop.stopped_at)}, ${tellBy(stop.stopped_by)}.`}
          button="Lift the stop"
          known={String(stop.id)}
        >
          {stop.words && <blockquote className="wrap-anywhere">“{stop.words}”</blockquote>}
          <p>Nobody may text this number until START comes from it, or you lift the stop.</p>
        </LiftForm>
      )}
      {suppressions.map(({ reason, since, source, id }) => (
        <LiftForm
          key={id}
          call="lift_suppression"
          action={addressOf(props, 'lift-mails')}
          title={suppressionWords[reason]}
          button={suppressions.length > 1 ? 'Lift this reason' : 'Let emails go out again'}
        >
          <input type="hidden" name="reason" value={reason} />
          <input type="hidden" name="known" value={id} />
          <p>
            Since {tellTime(since)}, {sources[source] ?? `reported by ${source}`}. Lift this only if they
            asked for it, or if the address works again. Their notes keep your reason.
          </p>
        </LiftForm>
      ))}
    </>
  )
}

type LiftFormProps = {
  call: string
  action: string
  title: string
  button: string
  known?: string
  children: ReactNode
}

const LiftForm = ({ call, action, title, button, known = '', children }: LiftFormProps) => (
  <Form
    action={action}
    className={`flex flex-wrap items-end gap-3 rounded-xl px-5 py-3 text-sm ${tones.bad}`}
  >
    <Hidden values={{ known }} />
    <div className="min-w-0 flex-1 basis-72">
      <strong className="font-semibold">{title}</strong>
      {children}
    </div>
    <IfMay call={call}>
      <Label className="grid min-w-0 gap-1.5 text-foreground max-sm:w-full">
        Why you lift it
        <Input name="note" required maxLength={1000} autoComplete="off" className="bg-card" />
      </Label>
      <Button variant="outline" className="bg-card text-foreground">
        {button}
      </Button>
    </IfMay>
  </Form>
)
