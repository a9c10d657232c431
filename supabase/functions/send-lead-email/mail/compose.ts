import type { LeadEmail } from '../database.ts'
import type { Mail } from '../smtp.ts'
import { ownerMail } from './owner.ts'
import { visitorMail } from './visitor.ts'

/** Takes the address to watch at; returns the writer of any mail of the outbox. */
export function composeMail(watchUrl: string): (email: LeadEmail) => Mail {
  return (email) => (email.kind === 'visitor' ? visitorMail(email.name, watchUrl) : ownerMail(email))
}
