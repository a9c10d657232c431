import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { tones } from '../../parts/tone.tsx'

export type LiftFormProps = {
  action: string
  text: string
  /** The words of the text message. */
  words?: string
  /** Until when it lasts. */
  about: string
  button: string
}

/**
 * Shows that a number gets no texts, or a mailbox no mails, and why. Has a form with which the operator can lift that
 * and give a reason.
 */
export const LiftForm = ({ action, text, words, about, button }: LiftFormProps) => (
  <form
    method="post"
    action={action}
    className={`flex flex-wrap items-end gap-3 rounded-xl px-5 py-3 text-sm ${tones.bad}`}
  >
    <div className="min-w-0 flex-1 basis-72">
      <strong className="font-semibold">{text}</strong>
      {words && <blockquote className="wrap-anywhere">“{words}”</blockquote>}
      <p>{about}</p>
    </div>
    <Label className="grid min-w-0 gap-1.5 text-foreground max-sm:w-full">
      Why you lift it
      <Input name="note" required maxLength={1000} autoComplete="off" className="bg-card" />
    </Label>
    <Button variant="outline" className="bg-card text-foreground">
      {button}
    </Button>
  </form>
)
