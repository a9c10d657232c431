import { tellTime } from './tell-time.ts'
import { intro, list, type Mail, paragraph, writeMail } from './write-mail.ts'

const words = {
  subject: 'Someone changed who gets your leads',
  preheader: 'If it was not you, here is what to do.',
  title: 'Was this you?',
  intro: 'Your list of colleagues was changed on',
  added: 'These addresses now get each lead:',
  removed: 'These addresses no longer get leads:',
  by: 'The change was made with the database login',
  body: [
    'If you or a colleague made it, there is nothing to do. You still get every mail yourself.',
    'If not, a stranger can use your desk, and may have read your leads. First set a new DESK_KEY and change the password of this database login. Then start the desk with npm run desk, click “Settings” and take out the addresses that you do not know.',
  ],
  reason: 'You get this email whenever the list changes. It cannot be turned off.',
} as const

/** A change of the addresses that get copies of the mails to the owner. `by` is the login of the database. */
type Notice = { added: string[]; removed: string[]; by: string }

/**
 * Returns a mail to the owner about a change of the addresses that get copies of the mails to the owner. The mail
 * says what to do if a stranger made the change.
 */
export const noticeMail = ({ added, removed, by }: Notice, zone: string | undefined, at: string): Mail =>
  writeMail(words.subject, words, {
    hero: [intro(`${words.intro} ${tellTime(at, zone)}.`)],
    body: [
      ...(added.length > 0 ? [paragraph(words.added), list(added)] : []),
      ...(removed.length > 0 ? [paragraph(words.removed), list(removed)] : []),
      paragraph(`${words.by} “${by}”.`),
      ...words.body.map(paragraph),
    ],
  })
