import type { ReactNode } from 'react'
import { Button, buttonVariants } from '@/components/ui/button'
import { CardAction } from '@/components/ui/card'
import { cn } from '@/lib/utils'
import { BackLink } from '../../parts/back-link.tsx'
import { Fold } from '../../parts/fold.tsx'
import { Hidden } from '../../parts/hidden.tsx'
import { Section } from '../../parts/section.tsx'
import { ToneBadge } from '../../parts/tone.tsx'
import { SenderHealth, type SenderHealthProps } from './sender-health.tsx'

type Person = { name: string; href: string }

type Group = {
  id: string
  title: string
  remedy: string
  /** Messages that nothing tries to send any more. `again` is how many it may help to send again, or empty if none. */
  failed?: { count: string; again: string }
  /** Messages that will be tried again even if the operator does nothing. */
  waiting?: string
  people: Person[]
  /** Those people whom the page shows only when the operator asks for them. */
  more?: { label: string; people: Person[] }
  own?: string
  /** What the servers answered. */
  errors: string[]
}

export type MailsProps = SenderHealthProps & {
  back: { label: string; href: string }
  groups: Group[]
  /** If there are too many messages, only this many of the oldest are shown. */
  cutAt?: string
}

/** Shows why messages fail, and what to do about each cause. */
export const Mails = ({ back, groups, cutAt, ...props }: MailsProps) => (
  <div className="grid w-full max-w-3xl gap-4">
    <BackLink {...back} />
    <SenderHealth {...props} />
    {groups.length === 0 && (
      <p className="rounded-xl bg-good-ground px-4 py-2.5 text-sm font-medium text-good">
        No mail has failed.
      </p>
    )}
    {cutAt && (
      <p className="rounded-xl bg-wait-ground px-4 py-2.5 text-sm font-medium text-wait">
        There are more messages than this page shows. It counts only the oldest {cutAt} that failed and the
        oldest {cutAt} that are tried again. Once they are settled, the next ones stand here.
      </p>
    )}
    {groups.map((group) => (
      <Cause key={group.id} {...group} />
    ))}
  </div>
)

const Cause = ({ id, title, remedy, failed, waiting, people, more, own, errors }: Group) => (
  <Section
    title={title}
    beside={
      <CardAction className="flex flex-wrap justify-end gap-1.5 self-auto">
        {failed && <ToneBadge tone="bad">{failed.count} failed</ToneBadge>}
        {waiting && <ToneBadge tone="wait">{waiting} tried again</ToneBadge>}
      </CardAction>
    }
    foot={
      failed && (
        <form method="post" action="/mails/causes" className="flex flex-wrap items-center gap-3">
          <Hidden values={{ cause: id }} />
          {failed.again && (
            <Button name="do" value="send" aria-label={`Send ${failed.again} again: ${title}`}>
              Send {failed.again} again
            </Button>
          )}
          <details className="group/drop">
            <summary
              className={cn(buttonVariants({ variant: 'outline', className: 'cursor-pointer list-none' }))}
            >
              Drop…<span className="sr-only"> {title}</span>
            </summary>
            <p className="my-2 text-sm">They will never be sent. The people stay in the list.</p>
            <Button
              name="do"
              value="drop"
              variant="destructive"
              aria-label={`Drop ${failed.count} for good: ${title}`}
            >
              Drop {failed.count} for good
            </Button>
          </details>
        </form>
      )
    }
    contentClassName="grid gap-2 text-sm"
  >
    <p>{remedy}</p>
    <People label={`Concerned: ${title}`} people={people}>
      {own && <li className="text-muted-foreground">{own}</li>}
    </People>
    {more && (
      <Fold
        title={
          <>
            {more.label}
            <span className="sr-only">: {title}</span>
          </>
        }
      >
        <People label={`Also concerned: ${title}`} people={more.people} />
      </Fold>
    )}
    {errors.length > 0 && (
      <Fold
        title={
          <>
            What the server said<span className="sr-only">: {title}</span>
          </>
        }
      >
        <ul className="mt-1 grid gap-1 text-xs text-muted-foreground">
          {errors.map((error) => (
            <li key={error} className="wrap-anywhere">
              <code>{error}</code>
            </li>
          ))}
        </ul>
      </Fold>
    )}
  </Section>
)

const People = ({ label, people, children }: { label: string; people: Person[]; children?: ReactNode }) => (
  <ul className="flex flex-wrap gap-x-3 gap-y-1" aria-label={label}>
    {people.map(({ name, href }) => (
      <li key={href} className="min-w-0">
        <a href={href} className="wrap-anywhere underline">
          {name}
        </a>
      </li>
    ))}
    {children}
  </ul>
)
