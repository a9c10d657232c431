import type { LeadEmail } from '../database.ts'
import type { Mail } from '../smtp.ts'
import { ownerMail } from './owner.ts'
import { visitorMail } from './visitor.ts'

/** Takes the link to the video; returns a function that writes the mail of an outbox row. */
export function composeMail(watchUrl: string): (email: LeadEmail) => Mail {
  return (email) => (email.kind === 'visitor' ? visitorMail(email.name, watchUrl) : ownerMail(email))
}
