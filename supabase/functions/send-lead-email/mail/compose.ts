import { mailCopy } from '../../_shared/mail-copy.ts'
import type { Mail, Outgoing } from '../smtp.ts'
import { alertMail } from './alert.ts'
import { digestMail } from './digest.ts'
import { ownerMail } from './owner.ts'
import { sealMail } from './seal.ts'
import { visitorMail } from './visitor.ts'
import { paragraph, writeMail } from './write-mail.ts'

/** Takes the site's address for the links in mails, and returns a function that writes a mail. */
export function composeMail(siteUrl: string): (email: Outgoing) => Mail {
  return (email) => {
    switch (email.kind) {
      case 'visitor':
        return visitorMail(email, siteUrl)
      case 'owner':
        return ownerMail(email)
      case 'alert':
        return alertMail(email.attention)
      case 'digest':
        return digestMail(email.digest)
      case 'seal':
        return sealMail(email.seal)
      case 'test':
        return writeMail(mailCopy.test.subject, mailCopy.test, mailCopy.test.body.map(paragraph))
    }
  }
}
