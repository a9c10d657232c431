import type { Person } from '../../../core/lead.ts'
import type { LogEntry } from '../../../core/log.ts'
import { withQuery } from '../../format/with-query.ts'

/**
 * What the page and its parts show: a person, the list from which the operator came (its query, or ''), and what was
 * done on the web.
 */
export type PersonProps = { person: Person; list: string; log?: LogEntry[] }

/** Stands in place of the list if the operator came from the page Emails. */
export const fromMails = 'back=mails'

export const backOf = (list: string) =>
  list === fromMails
    ? { label: 'Back to Emails', href: '/mails' }
    : { label: 'Back to the list', href: list ? `/leads?${list}` : '/leads' }

/** The page after it keeps the list. */
export const addressOf = ({ person, list }: PersonProps, act: string) =>
  withQuery(`/leads/${person.id}/${act}`, { list })
