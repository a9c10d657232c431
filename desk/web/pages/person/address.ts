import type { Person } from '../../../core/lead.ts'
import type { LogEntry } from '../../../core/log.ts'
import { withQuery } from '../../format/with-query.ts'

/** `list` is the query of the list from which the operator came, or ''. `log` is what was done on the web. */
export type PersonProps = { person: Person; list: string; log?: LogEntry[] }

/** The list of somebody who came from the page Emails. */
export const fromMails = 'back=mails'

export const backOf = (list: string) =>
  list === fromMails
    ? { label: 'Back to Emails', href: '/mails' }
    : { label: 'Back to the list', href: list ? `/leads?${list}` : '/leads' }

/** The next page keeps the list. */
export const addressOf = ({ person, list }: PersonProps, act: string) =>
  withQuery(`/leads/${person.id}/${act}`, { list })
