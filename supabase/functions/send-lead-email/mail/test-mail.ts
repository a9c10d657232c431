import { mailCopy } from '../../_shared/mail-copy.ts'
import type { Mail } from '../smtp.ts'
import { paragraph, writeMail } from './write-mail.ts'

const words = mailCopy.test

/** Returns a test mail. It shows the owner that mails arrive. */
export const testMail = (): Mail => writeMail(words.subject, words, words.body.map(paragraph))
