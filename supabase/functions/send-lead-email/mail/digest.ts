import { deskUrl } from '../../_shared/desk-url.ts'
import { type Html, html } from './html.ts'
import { lightColors as light } from './light-colors.ts'
import { strangersText, strangersWords } from './strangers-text.ts'
import { subjectText } from './subject-text.ts'
import { tellTime } from './tell-time.ts'
import { type Block, intro, list, type Mail, paragraph, writeMail } from './write-mail.ts'

const words = {
  subject: { one: 'new lead, in one email', more: 'new leads, in one email' },
  preheader: 'All of them are stored. Here is where to find them.',
  title: 'A lot of new leads',
  intro: 'So many leads came in that you get one email for all of them:',
  since: 'since',
  newest: 'The newest are:',
  and: 'and',
  more: 'more',
  withdrawn: {
    subject: {
      one: 'person withdrew consent to text messages',
      more: 'people withdrew consent to text messages',
    },
    title: 'Stop texting these people',
    preheader: 'They withdrew their consent to text messages.',
    reason: 'You get this email when someone withdraws their consent to text messages.',
    intro: 'Do not text these people any more. They withdrew their consent, or their number said stop:',
  },
  texts: {
    subject: { one: 'text message for you to read', more: 'text messages for you to read' },
    title: 'Someone texted you',
    preheader: 'Who wrote, and what they said.',
    reason: 'You get this email when a text message says neither STOP nor START.',
    intro: 'These text messages say neither stop nor start, so nothing was done about them:',
    advice:
      'People may ask you to stop in any reasonable words. If one of these does, stop the number on the page Texting of the desk.',
  },
  returned: {
    subject: { one: 'lead cannot be reached by email', more: 'leads cannot be reached by email' },
    title: 'Call these people instead',
    preheader: 'Their email came back, or they do not want it.',
    reason: 'You get this email when an email comes back or is reported as spam.',
    intro: 'Email does not reach these people, so call them instead:',
    bounced: 'the address does not exist',
    returned: 'the email came back, for example because the mailbox is full',
    complained: 'reported the email as spam',
  },
  erased: {
    subject: { one: 'No more text messages', more: 'No more text messages' },
    title: 'Nothing left to do',
    preheader: 'The person has been erased since.',
    reason: 'You get this email when someone withdraws their consent to text messages.',
    intro:
      'Someone withdrew their consent to text messages. They have been erased since, or have confirmed a new consent.',
  },
  open: 'Open at the desk',
  advice: 'To get more of these emails one by one, raise “Emails to you per hour” on the page Settings.',
  reason: 'You get this email when more leads come in than the setting “Emails to you per hour” allows.',
} as const

/**
 * Since a time (ISO 8601): leads that came, withdrew, or did not get or want their email, and text messages
 * that say neither stop nor start. Lists have the newest entries: up to 20 leads, and up to 100 of any other
 * kind.
 */
type Digest = {
  leads: number
  since: string | null
  newest: Person[]
  withdrawals: number
  withdrawn: Person[]
  texts: number
  received: { sender: string; words: string; received_at: string }[]
  undelivered: number
  returned: (Person & { reason: 'bounced' | 'returned' | 'complained' })[]
}

type Person = { lead_id: string; name: string; email: string; phone: string }

const longestItem = 200

/**
 * Leads without an email of their own, withdrawals, texts to read, and emails that came back. `zone` is the
 * operator's time zone.
 */
export function digestMail(digest: Digest, zone?: string): Mail {
  const { leads, since, newest, withdrawals, withdrawn, texts, received, undelivered, returned } = digest
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
    hero: leads > 0 ? [intro(`${words.intro} ${leads}${when}.`)] : [],
    body: [
      ...(leads > 0
        ? [
            paragraph(words.newest),
            listOf(
              newest.map((person) => personItem(person)),
              leads,
            ),
          ]
        : []),
      ...(withdrawals > 0
        ? [
            paragraph(words.withdrawn.intro),
            listOf(
              withdrawn.map((person) => personItem(person)),
              withdrawals,
            ),
          ]
        : []),
      ...(texts > 0
        ? [
            paragraph(words.texts.intro),
            listOf(
              received.map((text) => textLine(text, zone)),
              texts,
            ),
            paragraph(words.texts.advice),
          ]
        : []),
      ...(undelivered > 0
        ? [paragraph(words.returned.intro), listOf(returned.map(returnedItem), undelivered)]
        : []),
      ...(count === 0 ? [paragraph(words.erased.intro)] : []),
      ...(leads > 0 ? [paragraph(words.advice)] : []),
    ],
  })
}

const shorten = (text: string) =>
  Array.from(strangersText(text).replace(/\s+/gu, ' ')).slice(0, longestItem).join('')

/** With number, address and page at the desk. `end` follows the address. */
function personItem({ name, phone, email, lead_id: id }: Person, end = ''): Block {
  const url = new URL(`/leads/${id}`, deskUrl).href
  const shown = {
    name: shorten(strangersWords(name)),
    phone: shorten(phone),
    address: `${shorten(email)}${end}`,
  }
  return {
    html: html`<strong>${shown.name}</strong><br>${callable(phone, shown.phone)} · ${shown.address}<br>
${link(url, words.open)}`,
    text: `${shown.name}, ${shown.phone}, ${shown.address}, ${url}`,
  }
}

const returnedItem = ({ reason, ...person }: Digest['returned'][number]) =>
  personItem(person, `: ${words.returned[reason]}`)

const link = (url: string, text: string): Html =>
  html`<a class="link" href="${url}" style="color:${light.link}">${text}</a>`

/** Only a recognised number is a plus and digits. */
const callable = (phone: string, shown: string): Html =>
  /^\+\d{6,15}$/.test(phone) ? link(`tel:${phone}`, shown) : html`${shown}`

const textLine = ({ sender, words, received_at: at }: Digest['received'][number], zone?: string) =>
  `${shorten(sender)}, ${tellTime(at, zone)}: ${shorten(strangersWords(words))}`

function listOf(items: (string | Block)[], count: number) {
  const rest = count - items.length
  return list(rest > 0 ? [...items, `${words.and} ${rest} ${words.more}`] : items)
}
