import { mailCopy } from '../../_shared/mail-copy.ts'
import type { Notice } from '../database.ts'
import type { Mail } from '../smtp.ts'
import { tellTime } from './tell-time.ts'
import { lead, list, paragraph, writeMail } from './write-mail.ts'

const words = mailCopy.notice

/**
 * Returns a mail to the owner about a change of the addresses that get copies of the mails to the owner. The mail
 * says what to do if a stranger made the change.
 */
export const noticeMail = ({ added, removed, by }: Notice, at: string, zone?: string): Mail =>
  writeMail(words.subject, words, {
    hero: [lead(`${words.lead} ${tellTime(at, zone)}.`)],
    body: [
      ...(added.length > 0 ? [paragraph(words.added), list(added)] : []),
      ...(removed.length > 0 ? [paragraph(words.removed), list(removed)] : []),
      paragraph(`${words.by} “${by}”.`),
      ...words.body.map(paragraph),
    ],
  })
