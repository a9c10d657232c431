import { tellTime } from './tell-time.ts'
import { intro, type Mail, paragraph, writeMail } from './write-mail.ts'

const words = {
  subject: 'Something happened at your desk on the web',
  preheader: 'If it was not you, here is what to do.',
  title: 'Was this you?',
  body: [
    'If you or a colleague made it, there is nothing to do.',
    'If not, a stranger can use your desk. Start the desk on your own computer with npm run desk, click “Members”, remove whoever did this, and change the password of your database.',
  ],
  reason: 'You get this email whenever this happens at your desk. It cannot be turned off.',
} as const

const changes: Record<string, string> = {
  added: 'was added as a member',
  removed: 'was removed and signed out',
  reset: 'has to set up a second factor again',
  pinned: 'can sign in from now on',
  changed: 'was changed',
}

const acts: Record<string, string> = {
  change_settings: 'Settings were changed',
  erase_lead: 'A person was erased',
  export_leads: 'A file with leads was downloaded',
  lift_stop: 'A stopped phone number was freed',
  lift_suppression: 'A mailbox that wanted no more emails gets emails again',
}

type MemberNotice = { member: string; address: string; role: string; change: string }
/** `act` is the function of the desk called on the web. */
type ActNotice = { act: string }
/** `web` is the address of the sign-in. */
type WebNotice = { web: string }

/** `by` is a login of the database, or `web:` and a member's name. */
export type DeskNotice = (MemberNotice | ActNotice | WebNotice) & { by: string }

/** To the owner, about a change of the members, or what only an owner may do on the web. */
export const deskNoticeMail = (notice: DeskNotice, zone: string | undefined, at: string): Mail =>
  writeMail(words.subject, words, {
    hero: [intro(`${sentenceOf(notice)} on ${tellTime(at, zone)}.`)],
    body: [paragraph(whoOf(notice.by)), ...words.body.map(paragraph)],
  })

function sentenceOf(notice: DeskNotice) {
  if ('act' in notice) return acts[notice.act] ?? `“${notice.act}” was done`
  if ('web' in notice) return `The desk on the web was set up with the sign-in at ${notice.web}`
  const { member, address, role, change } = notice
  return `“${member}” (${address}, ${role}) ${changes[change] ?? changes.changed}`
}

const whoOf = (by: string) =>
  by.startsWith('web:')
    ? `It was done on the web by “${by.slice('web:'.length)}”.`
    : `It was done with the database login “${by}”.`
