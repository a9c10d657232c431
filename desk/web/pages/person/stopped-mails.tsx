import { Button } from '@/components/ui/button'
import { DialogTrigger } from '@/components/ui/dialog'
import { explainFailure } from '../../../core/failure-causes.ts'
import { counted } from '../../../core/figures.ts'
import { Form } from '../../parts/form.tsx'
import { Hidden } from '../../parts/hidden.tsx'
import { MailQuestion } from '../../parts/mail-question.tsx'
import { IfMay } from '../../parts/may.tsx'
import { tones } from '../../parts/tone.tsx'
import type { PersonProps } from './address.ts'
import type { Stopped } from './stopped.ts'

type StoppedMailsProps = PersonProps & {
  stopped: Stopped
  isFirst: boolean
}

export function StoppedMails({ person, list, stopped, isFirst }: StoppedMailsProps) {
  const { status, mails, canSend } = stopped
  const hasFailed = status === 'failed'
  const noun = mails.some(({ kind }) => kind === 'webhook' || kind === 'ad') ? 'message' : 'email'
  return (
    <Form
      action="/mails"
      className={`flex flex-wrap items-center gap-3 rounded-xl px-5 py-3 text-sm ${tones[hasFailed ? 'bad' : 'wait']}`}
    >
      <Hidden values={{ person: person.id, list, status }} />
      <div className="min-w-0 flex-1 basis-72">
        <strong className="font-semibold">
          {counted(mails.length, noun)}{' '}
          {hasFailed ? 'failed' : mails.length === 1 ? 'is on hold' : 'are on hold'}
        </strong>
        {[...new Set(mails.map(explainFailure))].map(
          (reason) =>
            reason !== null && (
              <p key={reason} className="wrap-anywhere">
                {reason}
              </p>
            ),
        )}
      </div>
      <IfMay call={hasFailed ? 'requeue_messages' : 'release_messages'}>
        <div className="flex flex-wrap gap-2 text-foreground">
          {canSend && (
            <Button
              name="do"
              value="send"
              variant={isFirst ? 'default' : 'outline'}
              className={isFirst ? '' : 'bg-card'}
            >
              {hasFailed ? `Send failed ${noun}s again` : `Send ${noun}s on hold`}
            </Button>
          )}
          <DialogTrigger commandfor={`drop-${status}`} variant="outline" className="bg-card">
            {hasFailed ? `Drop failed ${noun}s…` : `Drop ${noun}s on hold…`}
          </DialogTrigger>
        </div>
        <MailQuestion id={`drop-${status}`} act="drop" whose="this person" noun={noun} />
      </IfMay>
    </Form>
  )
}
