import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { tellPhone } from '../../format/tell-phone.ts'
import { Fold } from '../../parts/fold.tsx'
import { Form } from '../../parts/form.tsx'
import { Hidden } from '../../parts/hidden.tsx'
import { IfMay } from '../../parts/may.tsx'
import { addressOf, type PersonProps } from './address.ts'

export function CorrectForm(props: PersonProps) {
  const { email, phone, phone_e164: e164 } = props.person
  const action = addressOf(props, 'correct')
  return (
    <IfMay call="correct_lead">
      <Fold title="Correct a mistyped address or number" className="text-sm">
        <div className="mt-3 grid gap-4">
          <Field
            action={action}
            name="email"
            label="Right address"
            value={email}
            known={email}
            button="Correct the address"
            about="Emails that are not yet sent go there. What the form said stays as evidence."
          />
          <Field
            action={action}
            name="phone"
            label="Right number"
            value={e164 ? tellPhone(e164) : phone}
            known={phone}
            button="Correct the number"
            about="Nobody there has agreed to texts, so it may be texted only after they have confirmed it."
          />
        </div>
      </Fold>
    </IfMay>
  )
}

type FieldProps = {
  action: string
  name: 'email' | 'phone'
  label: string
  value: string
  /** An old page must not take back a colleague's correction. */
  known: string
  about: string
  button: string
}

const Field = ({ action, name, label, value, known, about, button }: FieldProps) => (
  <Form action={action} className="grid gap-1.5">
    <Hidden values={{ known }} />
    <Label className="grid gap-1.5">
      {label}
      <Input
        name={name}
        type={name === 'email' ? 'email' : 'tel'}
        required
        maxLength={320}
        autoComplete="off"
        defaultValue={value}
      />
    </Label>
    <p className="text-xs text-muted-foreground">{about}</p>
    <Button variant="outline" className="w-full bg-card">
      {button}
    </Button>
  </Form>
)
