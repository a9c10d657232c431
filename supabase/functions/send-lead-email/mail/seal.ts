import { mailCopy } from '../../_shared/mail-copy.ts'
import type { Mail } from '../smtp.ts'
import { code, paragraph, writeMail } from './write-mail.ts'

const words = mailCopy.seal

/** Takes the latest seal, "<number>:<hash>"; returns the mail that the owner keeps, so that a later change can be shown. */
export const sealMail = (seal: string): Mail =>
  writeMail(words.subject, words, [
    ...words.body.map(paragraph),
    code('', [seal]),
    code(words.use, [`npm run verify -- --seal ${seal}`]),
  ])
