import { Button } from '@/components/ui/button'
import { DialogTrigger } from '@/components/ui/dialog'
import { Hidden } from '../../parts/hidden.tsx'
import { MailQuestion } from '../../parts/mail-question.tsx'
import { type Tone, tones } from '../../parts/tone.tsx'

export type StoppedMailsProps = {
  text: string
  reasons: string[]
  tone: Tone
  values: Record<string, string>
  /** Missing if the mailbox gets no more mails. */
  send?: string
  drop: string
}

/** Shows which mails to a person failed or are held, with the buttons that send or drop them. */
export const StoppedMails = ({ text, reasons, tone, values, send, drop }: StoppedMailsProps) => (
  <form
    method="post"
    action="/mails"
    className={`flex flex-wrap items-center gap-3 rounded-xl px-5 py-3 text-sm ${tones[tone]}`}
  >
    <Hidden values={values} />
    <div className="min-w-0 flex-1 basis-72">
      <strong className="font-semibold">{text}</strong>
      {reasons.map((reason) => (
        <p key={reason} className="wrap-anywhere">
          {reason}
        </p>
      ))}
    </div>
    <div className="flex flex-wrap gap-2 text-foreground">
      {send && (
        <Button name="do" value="send">
          {send}
        </Button>
      )}
      <DialogTrigger commandfor={`drop-${values.status}`} variant="outline" className="bg-card">
        {drop}…
      </DialogTrigger>
    </div>
    <MailQuestion id={`drop-${values.status}`} act="drop" whose="this person" />
  </form>
)
