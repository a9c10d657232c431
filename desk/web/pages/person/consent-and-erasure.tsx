import { Button } from '@/components/ui/button'
import { DialogTrigger } from '@/components/ui/dialog'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { Fold } from '../../parts/fold.tsx'
import { Form } from '../../parts/form.tsx'
import { IfMay, useMay } from '../../parts/may.tsx'
import { Question } from '../../parts/question.tsx'
import { Section } from '../../parts/section.tsx'
import { addressOf, type PersonProps } from './address.ts'

/** Why a person cannot be asked to confirm the number now. */
const refusals: Record<string, string> = {
  already_mailed:
    'They got an email within the last 24 hours. You can ask them to confirm the number tomorrow.',
  unpressed: 'They got three emails and clicked no link, so they cannot be asked by email now.',
}

export function ConsentAndErasure(props: PersonProps) {
  const { asking, consent, email, has_withdrawn: hasWithdrawn } = props.person
  const refusal = refusals[asking ?? '']
  const erase = addressOf(props, 'erase')
  if (!useMay()('withdraw_consent')) return null
  return (
    <Section title="Consent and erasure" contentClassName="grid gap-3 text-sm">
      {asking === 'possible' && (
        <Form call="ask_again" action={addressOf(props, 'ask')}>
          <Button variant="outline" className="w-full bg-card">
            {consent === 'asked' ? 'Ask again to confirm' : 'Ask to confirm the number'}
          </Button>
          <p className="mt-1 text-xs text-muted-foreground">
            They get an email with a link. Their consent stays as it is until they confirm.
          </p>
        </Form>
      )}
      {refusal && <p className="text-muted-foreground">{refusal}</p>}
      {!hasWithdrawn && (
        <Form call="withdraw_consent" action={addressOf(props, 'withdraw')}>
          <DialogTrigger commandfor="withdraw" variant="outline" className="w-full bg-card">
            Withdraw consent to texts…
          </DialogTrigger>
          <Question
            id="withdraw"
            title="Withdraw the consent to texts?"
            no="Keep it"
            yes={<Button variant="destructive">Withdraw the consent</Button>}
          >
            After that, nobody may text them. This cannot be undone: only they can consent again, through the
            form.
          </Question>
        </Form>
      )}
      <IfMay call="erase_lead">
        <Fold title="Erase this person…" className="text-sm text-foreground">
          <Form action={erase} className="grid gap-2 pt-3">
            <Label className="grid gap-1.5">
              <span>
                To erase them, type <strong className="wrap-anywhere">{email}</strong>
              </span>
              <Input name="email" type="email" required autoComplete="off" />
            </Label>
            <Button variant="destructive">Erase for good</Button>
            <p className="text-xs text-muted-foreground">
              This cannot be undone, and the evidence goes too.{' '}
              <a href={erase} className="underline">
                What is deleted, and what is kept
              </a>
            </p>
          </Form>
        </Fold>
      </IfMay>
    </Section>
  )
}
