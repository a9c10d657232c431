import { withQuery } from '../../format/with-query.ts'
import { type Filters, hasFilters } from '../../server/filters.ts'

/** What is said if nobody passes the filters, with a way to a list that shows more. */
export function Nobody({ filters, filters: { q } }: { filters: Filters }) {
  const [text, label, href] = !hasFilters(filters)
    ? [
        'Nobody has signed up yet. Sign up on your page once, and you appear here.',
        'Then send yourself a test mail',
        '/mails',
      ]
    : [
        `Nobody matches. ${q ? 'Search by a part of a name or a phone number, or by the beginning of an address.' : ''}`,
        ...(q && hasFilters({ ...filters, q: '' })
          ? ['Search all leads', withQuery('/leads', { q })]
          : ['Show all', '/leads']),
      ]
  return (
    <p className="px-4 py-12 text-center text-sm text-muted-foreground">
      {text}{' '}
      <a href={href} className="font-medium text-foreground underline">
        {label}
      </a>
    </p>
  )
}
