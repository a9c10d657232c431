import { Button } from '@/components/ui/button'
import { Hidden } from '../../parts/hidden.tsx'
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
      <Button name="do" value="drop" variant="outline" className="bg-card">
        {drop}
      </Button>
    </div>
  </form>
)
