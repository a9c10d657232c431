import { mailCopy } from '../../_shared/mail-copy.ts'
import type { Mail, Outgoing } from '../smtp.ts'
import { alertMail } from './alert.ts'
import { digestMail } from './digest.ts'
import { noticeMail } from './notice.ts'
import { ownerMail } from './owner.ts'
import { sealMail } from './seal.ts'
import { type Site, visitorMail } from './visitor.ts'
import { paragraph, writeMail } from './write-mail.ts'

/** Takes the site to which mails link. Returns a function that writes a mail. */
export function composeMail(site: Site): (email: Outgoing) => Mail {
  return (email) => {
    switch (email.kind) {
      case 'visitor':
        return visitorMail(email, site)
      case 'owner':
      case 'colleague':
        return ownerMail(email)
      case 'alert':
        return alertMail(email.attention)
      case 'digest':
        return digestMail(email.digest, email.time_zone)
      case 'seal':
        return sealMail(email.seal, email.removals)
      case 'notice':
        return noticeMail(email.notice, email.queued_at, email.time_zone)
      case 'test':
        return writeMail(mailCopy.test.subject, mailCopy.test, { body: mailCopy.test.body.map(paragraph) })
    }
  }
}
