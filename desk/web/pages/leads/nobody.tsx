import { type Filters, hasFilters } from '../../server/filters.ts'
import type { WayOn } from './ways-on.ts'

type NobodyProps = { filters: Filters; way?: WayOn; site?: string }

/** Leads to a list that has somebody, or to the page itself. */
export function Nobody({ filters, way, site }: NobodyProps) {
  const text = hasFilters(filters)
    ? `Nobody matches. ${filters.q ? 'Search by part of a name or phone number, or by the start of an address.' : ''}`
    : 'Nobody has signed up yet. Sign up on your page once to see yourself here.'
  const links = way
    ? [way]
    : [
        ...(site ? [{ label: 'Open your page', href: site }] : []),
        { label: 'Send yourself a test email', href: '/mails' },
      ]
  return (
    <p className="px-4 py-12 text-center text-sm text-muted-foreground">
      {text}
      {links.map(({ label, href }) => (
        <a key={href} href={href} className="ml-3 inline-block py-1 font-medium text-foreground underline">
          {label}
        </a>
      ))}
    </p>
  )
}
