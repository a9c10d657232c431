import type { Outgoing } from '../smtp.ts'
import { generalMail } from './general-mails.ts'
import { ownerMail } from './owner.ts'
import { testMail } from './test-mail.ts'
import { type Site, visitorMail } from './visitor.ts'
import type { Mail } from './write-mail.ts'

/** Emails link to `site`. */
export function composeMail(site: Site): (email: Outgoing) => Mail {
  return (email) => {
    switch (email.kind) {
      case 'visitor':
        return visitorMail(email, site)
      case 'owner':
      case 'colleague':
        return ownerMail(email)
      case 'test':
        return testMail()
      default:
        return generalMail(email)
    }
  }
}
