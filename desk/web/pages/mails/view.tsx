import type { ReactNode } from 'react'
import { Button, buttonVariants } from '@/components/ui/button'
import { CardAction } from '@/components/ui/card'
import { cn } from '@/lib/utils'
import { answerOf } from '../../../core/failure-causes.ts'
import type { FailureGroup, readFailures } from '../../../core/failures.ts'
import { counted, grouped } from '../../../core/figures.ts'
import { nameOf } from '../../../core/lead.ts'
import { tellTime } from '../../format/when.ts'
import { withQuery } from '../../format/with-query.ts'
import { Fold } from '../../parts/fold.tsx'
import { Form } from '../../parts/form.tsx'
import { Hidden } from '../../parts/hidden.tsx'
import { Section } from '../../parts/section.tsx'
import { ToneBadge } from '../../parts/tone.tsx'
import { fromMails } from '../person/address.ts'
import { SenderHealth, type SenderHealthProps } from './sender-health.tsx'

export type MailsProps = SenderHealthProps & Awaited<ReturnType<typeof readFailures>>

const shownPeople = 5
const shownErrors = 3

/** Only the first button that sends messages stands out. */
export function Mails({ groups, cutAt, ...props }: MailsProps) {
  const first = groups.find(({ sendable }) => sendable.length > 0)
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
      <div className="grid min-w-0 gap-4">
        {groups.some(({ failed }) => failed.length > 0) && (
          <p className="text-sm">
            <a href="/leads?mails=failed" className="underline">
              People whose email failed
            </a>
          </p>
        )}
        {groups.length === 0 && (
          <p className="rounded-xl bg-good-ground px-4 py-2.5 text-sm font-medium text-good">
            No email has failed.
          </p>
        )}
        {cutAt !== null && (
          <p className="rounded-xl bg-wait-ground px-4 py-2.5 text-sm font-medium text-wait">
            There are more messages than this page shows. It counts only the oldest {grouped(cutAt)} that
            failed and the oldest {grouped(cutAt)} that are tried again. Send or drop these, and the next ones
            appear here.
          </p>
        )}
        {groups.map((group) => (
          <Cause key={group.cause.id} {...group} isFirst={group === first} />
        ))}
      </div>
      <SenderHealth {...props} />
    </div>
  )
}

function Cause({ cause, failed, sendable, waiting, rest, isFirst }: FailureGroup & { isFirst: boolean }) {
  const { id, title } = cause
  const all = [...failed, ...waiting]
  const people = new Map(all.flatMap(({ person }) => (person ? [[person.id, nameOf(person)]] : [])))
  const [shown, others] = [[...people].slice(0, shownPeople), [...people].slice(shownPeople)]
  const own = all.filter(({ person }) => person === null).length
  const answers = new Set(all.flatMap(({ last_error: error }) => (error ? [answerOf(error)] : [])))
  return (
    <Section
      title={title}
      beside={
        <CardAction className="flex flex-wrap justify-end gap-1.5 self-auto">
          {failed.length > 0 && <ToneBadge tone="bad">{grouped(failed.length)} failed</ToneBadge>}
          {waiting.length > 0 && (
            <ToneBadge tone="wait">{counted(waiting.length, 'message')} being retried</ToneBadge>
          )}
        </CardAction>
      }
      foot={
        failed.length > 0 && (
          <Form call="requeue_messages" action="/mails/causes" className="flex flex-wrap items-center gap-3">
            <Hidden values={{ cause: id }} />
            {sendable.length > 0 && (
              <Button
                name="do"
                value="send"
                variant={isFirst ? 'default' : 'outline'}
                className={isFirst ? '' : 'bg-card'}
                aria-label={`Send ${grouped(sendable.length)} again: ${title}`}
              >
                Send {grouped(sendable.length)} again
              </Button>
            )}
            <details className="group/drop">
              <summary
                className={cn(
                  buttonVariants({ variant: 'outline', className: 'cursor-pointer list-none bg-card' }),
                )}
              >
                Drop…<span className="sr-only"> {title}</span>
              </summary>
              <p className="my-2 text-sm">They will never be sent. The people stay in the list.</p>
              <Button
                name="do"
                value="drop"
                variant="destructive"
                aria-label={`Drop ${grouped(failed.length)} for good: ${title}`}
              >
                Drop {grouped(failed.length)} for good
              </Button>
            </details>
          </Form>
        )
      }
      contentClassName="grid gap-2 text-sm"
    >
      <p>{cause.remedy}</p>
      {rest && <p>Nothing is tried until {rest.until ? tellTime(rest.until) : 'it has another address'}.</p>}
      <People label={`Concerned: ${title}`} people={shown}>
        {own > 0 && <li className="text-muted-foreground">{counted(own, 'email')} to you</li>}
      </People>
      {others.length > 0 && (
        <Fold
          title={
            <>
              and {grouped(others.length)} more
              <span className="sr-only">: {title}</span>
            </>
          }
        >
          <People label={`Also affected: ${title}`} people={others} />
        </Fold>
      )}
      {answers.size > 0 && (
        <Fold
          title={
            <>
              What the server said<span className="sr-only">: {title}</span>
            </>
          }
        >
          <ul className="mt-1 grid gap-1 text-xs text-muted-foreground">
            {[...answers].slice(0, shownErrors).map((answer) => (
              <li key={answer} className="wrap-anywhere">
                <code>{answer}</code>
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </Section>
  )
}

type PeopleProps = { label: string; people: [id: string, name: string][]; children?: ReactNode }

const People = ({ label, people, children }: PeopleProps) => (
  <ul className="flex flex-wrap gap-x-3 gap-y-1" aria-label={label}>
    {people.map(([id, name]) => (
      <li key={id} className="min-w-0">
        <a href={withQuery(`/leads/${id}`, { list: fromMails })} className="wrap-anywhere underline">
          {name}
        </a>
      </li>
    ))}
    {children}
  </ul>
)
