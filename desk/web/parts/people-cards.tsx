import ArrowRight from 'lucide-react/icons/arrow-right'
import type { ReactNode } from 'react'
import { CardAction } from '@/components/ui/card'
import { PersonMark } from './person-mark.tsx'
import { Section } from './section.tsx'

export type CallsProps = {
  calls: { name: string; href: string; phone: string; call?: string }[]
}

export type LatestProps = {
  latest: { name: string; source: string; when: string; at: string; href: string }[]
  all: string
}

const PeopleCard = ({
  title,
  all,
  children,
}: {
  title: string
  all: { label: string; href: string }
  children: ReactNode
}) => (
  <Section
    title={title}
    beside={
      <CardAction className="self-auto">
        <a
          href={all.href}
          className="flex items-center gap-1 text-sm text-muted-foreground hover:text-foreground"
        >
          All<span className="sr-only"> {all.label}</span>
          <ArrowRight aria-hidden="true" className="size-3.5" />
        </a>
      </CardAction>
    }
  >
    {children}
  </Section>
)

/** The people whom the operator wanted to call today or earlier. */
export const Calls = ({ calls }: CallsProps) => (
  <PeopleCard title="To call today" all={{ label: 'to call today', href: '/leads?calls=today' }}>
    <a href="/calls" className="text-sm font-medium underline">
      Start calling
    </a>
    <ul>
      {calls.map(({ name, href, phone, call }) => (
        <li key={href} className="flex items-center gap-3 py-2.5 text-sm">
          <PersonMark name={name} />
          <a href={href} className="min-w-0 truncate font-medium hover:underline">
            {name}
          </a>
          {call ? (
            <a href={call} className="ml-auto shrink-0 tabular-nums underline">
              {phone}
            </a>
          ) : (
            <span className="ml-auto shrink-0 text-muted-foreground">{phone}</span>
          )}
        </li>
      ))}
    </ul>
  </PeopleCard>
)

/** Who came last. */
export const Latest = ({ latest, all }: LatestProps) => (
  <PeopleCard title="Latest leads" all={{ label: 'leads', href: all }}>
    {latest.length === 0 && (
      <p className="text-sm text-muted-foreground">
        Nobody has signed up yet. Sign up on your page once, and you appear here.{' '}
        <a href="/mails" className="font-medium text-foreground underline">
          Then send yourself a test mail
        </a>
      </p>
    )}
    <ul>
      {latest.map(({ name, source, when, at, href }) => (
        <li key={href} className="flex items-center gap-3 py-2.5">
          <PersonMark name={name} />
          <span className="min-w-0 text-sm">
            <a href={href} className="block truncate font-medium hover:underline">
              {name}
            </a>
            <span className="block truncate text-xs text-muted-foreground">{source}</span>
          </span>
          <time dateTime={at} className="ml-auto shrink-0 text-xs text-muted-foreground">
            {when}
          </time>
        </li>
      ))}
    </ul>
  </PeopleCard>
)
