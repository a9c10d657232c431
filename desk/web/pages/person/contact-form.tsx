import { Button } from '@/components/ui/button'
import { CardContent } from '@/components/ui/card'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { Form } from '../../parts/form.tsx'
import { Hidden } from '../../parts/hidden.tsx'
import { Textarea } from '../../parts/textarea.tsx'
import { addressOf, type PersonProps } from './address.ts'
import { contactKinds } from './contact-kinds.ts'
import { OutcomeFields } from './outcome-fields.tsx'

/** Each button saves everything and says what kind of contact it was. */
export function ContactForm(props: PersonProps) {
  const { call_again_on: day } = props.person
  return (
    <CardContent className="px-5">
      <Form action={addressOf(props, 'contact')} aria-label="Contact" className="grid gap-4">
        <Hidden values={{ known_on: day ?? '' }} />
        <Label className="grid gap-1.5">
          What was said
          {/* No limit: the browser would cut off a pasted text without a word. */}
          <Textarea name="words" rows={3} autoComplete="off" spellCheck />
        </Label>
        <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
          <Label className="grid gap-1.5">
            Call again on
            <Input type="date" name="day" defaultValue={day ?? ''} className="w-44 md:text-sm" />
          </Label>
          <OutcomeFields person={props.person} />
        </div>
        <div className="flex flex-wrap gap-2 max-sm:grid max-sm:grid-cols-2">
          {Object.entries(contactKinds).map(([kind, label]) => (
            <Button key={kind} name="kind" value={kind} variant="outline" className="bg-card">
              {label}
            </Button>
          ))}
        </div>
        <p className="text-xs text-muted-foreground">
          Each button saves everything here. Called, Answered and Met also record how you spoke to them.
        </p>
      </Form>
    </CardContent>
  )
}
