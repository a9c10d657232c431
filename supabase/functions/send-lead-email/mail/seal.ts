import { mailCopy } from '../../_shared/mail-copy.ts'
import type { Mail } from '../smtp.ts'
import { code, paragraph, writeMail } from './write-mail.ts'

const words = mailCopy.seal

/** Takes the latest seal, "<number>:<hash>". Returns a mail to the owner with this seal. A kept mail can prove a later change. */
export const sealMail = (seal: string): Mail =>
  writeMail(words.subject, words, [
    ...words.body.map(paragraph),
    code('', [seal]),
    code(words.use, [`npm run verify -- --seal ${seal}`]),
  ])
