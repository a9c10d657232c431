import { type DeskNotice, deskNoticeMail } from './desk-notice.ts'
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
    'If you or a colleague made it, there is nothing to do. You still get every email yourself.',
    'If not, a stranger can use your desk, and may have read your leads. First set a new DESK_KEY and change the password of this database login. Then start the desk with npm run desk, click “Settings” and take out the addresses that you do not know.',
  ],
  reason: 'You get this email whenever the list changes. It cannot be turned off.',
} as const

const evidenceWords = {
  subject: 'Someone changed how evidence is kept',
  preheader: words.preheader,
  title: words.title,
  intro: 'Settings of your evidence were changed on',
  changed: 'This was changed:',
  body: [
    'If you or a colleague made it, there is nothing to do.',
    'If not, a stranger can use your desk. First set a new DESK_KEY and change the password of this database login. Then start the desk with npm run desk, click “Settings” and put the times back. What is deleted by then is lost.',
  ],
  reason: 'You get this email whenever one of these settings changes. It cannot be turned off.',
} as const

/** Settings that delete evidence or stop the seals, with the words for null. */
const settingWords: Record<string, [name: string, none: string]> = {
  keep_submissions: ['Submissions are kept', 'for ever'],
  keep_held: ['Held submissions are kept', 'for ever'],
  keep_traces: ['Networks and browsers are kept', 'for ever'],
  seals_every: ['The email with the latest seal comes every', 'never'],
}

/** Of the addresses that get copies of the owner's emails. */
type ListNotice = { added: string[]; removed: string[] }
/** Each with its value before and after, as Postgres writes an interval. */
type EvidenceNotice = { settings: Record<string, [before: string | null, after: string | null]> }
/** `by` is the login of the database. */
type Notice = ((ListNotice | EvidenceNotice) & { by: string }) | DeskNotice

/**
 * To the owner, about a change of the copies, of settings that delete evidence, or at the desk on the web.
 * Says what to do if a stranger made it.
 */
export function noticeMail(notice: Notice, zone: string | undefined, at: string): Mail {
  if ('settings' in notice) return evidenceMail(notice, zone, at)
  return 'added' in notice ? listMail(notice, zone, at) : deskNoticeMail(notice, zone, at)
}

const listMail = (
  { added, removed, by }: ListNotice & { by: string },
  zone: string | undefined,
  at: string,
): Mail =>
  writeMail(words.subject, words, {
    hero: [intro(`${words.intro} ${tellTime(at, zone)}.`)],
    body: [
      ...(added.length > 0 ? [paragraph(words.added), list(added)] : []),
      ...(removed.length > 0 ? [paragraph(words.removed), list(removed)] : []),
      paragraph(`${words.by} “${by}”.`),
      ...words.body.map(paragraph),
    ],
  })

const evidenceMail = (
  { settings, by }: EvidenceNotice & { by: string },
  zone: string | undefined,
  at: string,
): Mail =>
  writeMail(evidenceWords.subject, evidenceWords, {
    hero: [intro(`${evidenceWords.intro} ${tellTime(at, zone)}.`)],
    body: [
      paragraph(evidenceWords.changed),
      list(Object.entries(settings).map(([name, values]) => describeSetting(name, values))),
      paragraph(`${words.by} “${by}”.`),
      ...evidenceWords.body.map(paragraph),
    ],
  })

function describeSetting(name: string, values: [string | null, string | null]) {
  const [title, none] = settingWords[name] ?? [name, 'none']
  const [before, after] = values.map((value) => value?.replace(/\bmon(?=s?\b)/g, 'month') ?? none)
  return `${title}: ${after} (before: ${before})`
}
