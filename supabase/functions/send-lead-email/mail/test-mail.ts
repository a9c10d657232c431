import { type Mail, paragraph, writeMail } from './write-mail.ts'

const words = {
  subject: 'Test email from the training page',
  preheader: 'Emails from the training page arrive here.',
  title: 'Email works',
  body: [
    'The mail server took this message, and it reached you.',
    'You will hear of new leads at this address.',
  ],
  reason: 'You got this email because someone with a key of the project asked for a test.',
} as const

export const testMail = (): Mail => writeMail(words.subject, words, { body: words.body.map(paragraph) })
