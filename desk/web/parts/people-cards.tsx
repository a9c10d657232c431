import ArrowRight from 'lucide-react/icons/arrow-right'
import type { ReactNode } from 'react'
import { CardAction } from '@/components/ui/card'
import { type Lead, nameOf } from '../../core/lead.ts'
import { sourceWords } from '../../core/words.ts'
import { tellPhone } from '../format/tell-phone.ts'
import { tellWhen } from '../format/when.ts'
import { IfMay } from './may.tsx'
import { PersonMark } from './person-mark.tsx'
import { Section } from './section.tsx'

const PeopleCard = ({
  title,
  act,
  all,
  children,
}: {
  title: string
  act?: ReactNode
  all: { label: string; href: string }
  children: ReactNode
}) => (
  <Section
    title={title}
    beside={
      <CardAction className="flex items-center gap-4 self-auto">
        {act}
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

/** Today or earlier. */
export const Calls = ({ calls }: { calls: Lead[] }) => (
  <PeopleCard
    title="To call today"
    act={
      <IfMay call="record_contact">
        <a href="/calls" className="text-sm font-medium underline">
          Start calling
        </a>
      </IfMay>
    }
    all={{ label: 'to call today', href: '/leads?calls=today' }}
  >
    <ul>
      {calls.map(({ phone, phone_e164: e164, ...person }) => (
        <li key={person.id} className="flex items-center gap-3 py-2.5 text-sm">
          <PersonMark name={nameOf(person)} />
          <a href={`/leads/${person.id}`} className="min-w-0 truncate font-medium hover:underline">
            {nameOf(person)}
          </a>
          {e164 ? (
            <a href={`tel:${e164}`} className="ml-auto shrink-0 tabular-nums underline">
              {tellPhone(e164)}
            </a>
          ) : (
            <span className="ml-auto shrink-0 text-muted-foreground">{phone}</span>
          )}
        </li>
      ))}
    </ul>
  </PeopleCard>
)

/** Before the first lead, leads to the landing page. */
export const Latest = ({ latest, pageUrl }: { latest: Lead[]; pageUrl?: string | undefined }) => (
  <PeopleCard title="Latest leads" all={{ label: 'leads', href: '/leads' }}>
    {latest.length === 0 && (
      <p className="text-sm text-muted-foreground">
        Nobody has signed up yet. Sign up on{' '}
        {pageUrl ? (
          <a href={pageUrl} className="font-medium text-foreground underline">
            your page
          </a>
        ) : (
          'your page'
        )}{' '}
        once, and you appear here.{' '}
        <a href="/mails" className="font-medium text-foreground underline">
          Then send yourself a test email
        </a>
      </p>
    )}
    <ul>
      {latest.map(({ source, created_at: at, ...person }) => (
        <li key={person.id} className="flex items-center gap-3 py-2.5">
          <PersonMark name={nameOf(person)} />
          <span className="min-w-0 text-sm">
            <a href={`/leads/${person.id}`} className="block truncate font-medium hover:underline">
              {nameOf(person)}
            </a>
            <span className="block truncate text-xs text-muted-foreground">{sourceWords(source)}</span>
          </span>
          <time dateTime={at} className="ml-auto shrink-0 text-xs text-muted-foreground">
            {tellWhen(at)}
          </time>
        </li>
      ))}
    </ul>
  </PeopleCard>
)
