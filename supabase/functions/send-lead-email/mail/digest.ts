import { deskUrl } from '../../_shared/desk-url.ts'
import { mailCopy } from '../../_shared/mail-copy.ts'
import type { Digest } from '../database.ts'
import type { Mail } from '../smtp.ts'
import { strangersText } from './strangers-text.ts'
import { subjectText } from './subject-text.ts'
import { tellTime } from './tell-time.ts'
import { lead, list, paragraph, writeMail } from './write-mail.ts'

const words = mailCopy.digest

const longestItem = 200

/**
 * Returns a mail that tells the owner what has happened: leads that had no mail of their own, withdrawals, text
 * messages to read, and mails that came back. `zone` is the operator's time zone.
 */
export function digestMail(digest: Digest, zone?: string): Mail {
  const { leads, since, names, withdrawals, withdrawn, texts, received, undelivered, returned } = digest
  const [count, about] = (
    [
      [leads, words],
      [withdrawals, words.withdrawn],
      [texts, words.texts],
      [undelivered, words.returned],
    ] as const
  ).find(([count]) => count > 0) ?? [0, words.erased]
  const when = since ? ` ${words.since} ${tellTime(since, zone)}` : ''
  const subject = `${count || ''} ${about.subject[count === 1 ? 'one' : 'more']}`
  return writeMail(subjectText(subject), about, {
    hero: leads > 0 ? [lead(`${words.lead} ${leads}${when}.`)] : [],
    body: [
      ...(leads > 0 ? [paragraph(words.newest), listOf(names.map(shorten), leads)] : []),
      ...(withdrawals > 0
        ? [paragraph(words.withdrawn.lead), listOf(withdrawn.map(personLine), withdrawals)]
        : []),
      ...(texts > 0
        ? [
            paragraph(words.texts.lead),
            listOf(
              received.map((text) => textLine(text, zone)),
              texts,
            ),
            paragraph(words.texts.advice),
          ]
        : []),
      ...(undelivered > 0
        ? [paragraph(words.returned.lead), listOf(returned.map(returnedLine), undelivered)]
        : []),
      ...(count === 0 ? [paragraph(words.erased.lead)] : []),
      ...(leads > 0 ? [paragraph(words.advice)] : []),
    ],
  })
}

const shorten = (text: string) =>
  Array.from(strangersText(text).replace(/\s+/gu, ' ')).slice(0, longestItem).join('')

const personLine = ({ name, phone, email, lead_id: id }: Digest['withdrawn'][number]) =>
  `${shorten(name)}, ${shorten(phone)}, ${shorten(email)}, ${new URL(`/leads/${id}`, deskUrl).href}`

const returnedLine = ({ reason, ...person }: Digest['returned'][number]) =>
  `${personLine(person)}: ${words.returned[reason]}`

const textLine = ({ sender, words, received_at: at }: Digest['received'][number], zone?: string) =>
  `${shorten(sender)}, ${tellTime(at, zone)}: ${shorten(words)}`

function listOf(items: string[], count: number) {
  const rest = count - items.length
  return list(rest > 0 ? [...items, `${words.and} ${rest} ${words.more}`] : items)
}
