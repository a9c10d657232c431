import { consentOf, lastWithdrawal, say } from './consent.ts'
import { meantAddress, meantNumber } from './meant.ts'
import { type Link, type Mail, next, type Person, type Row, state } from './said.ts'

// What each emailed link answers, and which mailbox gets emails.

type Sent = { id: string; row: Row; person: Person; mailbox: string; token: string | null; number: string }

/** An email about a form was sent. Only its newest link can work. `token` is null if it does not ask. */
export function mail({ id, row, person, mailbox, token, number }: Sent) {
  state.links = state.links.filter((link) => link.row !== row)
  state.mails.push({ id, mailbox, row, person, place: next() })
  if (token) state.links.push({ token, row, person, mailbox, number, hour: state.hour })
}

/**
 * Returns the number to which the button behind a link says yes, or null. A link works for 30 days, in the mailbox and
 * for the number that were meant. It ends with a withdrawal, and when the same network sends a newer number, unless
 * the record has the older.
 */
export function answerOf({ row, person, mailbox, number, hour }: Link): string | null {
  const own = person.rows.filter(
    ({ kind, isHeld, source, isMerged }) =>
      kind === 'form' &&
      !isHeld &&
      ((source !== null && source === row.source) || (isMerged && row.isMerged)),
  )
  const isAsked =
    number === person.number ||
    (row.source === null && !row.isMerged) ||
    (row.number !== null && own.at(-1)?.number === row.number)
  const isAlive =
    isAsked &&
    state.hour - hour < 30 * 24 &&
    meantNumber(person, row) === number &&
    meantAddress(person, row) === mailbox &&
    row.place > lastWithdrawal(person)
  return isAlive ? number : null
}

/** Somebody presses the button behind a link. Returns whether the page says that the number is confirmed. */
export function press(link: Link, id: string, source: string): boolean {
  const { person } = link
  const number = answerOf(link)
  if (!number) return false
  if (person.number === number && consentOf(person, number) === 'confirmed') return true
  // The record keeps its data; only the number is said yes to.
  if (person.number !== number) {
    person.typed = typedFor(link)
    person.number = number
  }
  const { name, email, typed } = person
  const row: Row = {
    ...{ id, kind: 'press', place: next(), name, email, typed, number, source },
    ...{
      isMerged: true,
      isHeld: false,
      isDropped: false,
      isPreview: false,
      mustConfirm: false,
      isOld: false,
    },
  }
  person.rows.push(row)
  say(person, row)
  return true
}

const typedFor = ({ row, number }: Link) => (row.number === number ? row.typed : number)

export const refuse = (mailbox: string, reason: string) =>
  state.refusals.set(mailbox, (state.refusals.get(mailbox) ?? new Set()).add(reason))

/** An email to this mailbox bounced. It is not told which, so it is the last. */
export function bounce(mailbox: string) {
  const last = state.mails.findLast((sent) => sent.mailbox === mailbox)
  if (!last || isNew(last)) refuse(mailbox, 'bounced')
}

/** This email bounced. That counts once. */
export function bounceMail(sent: Mail) {
  if (!sent.isReported && isNew(sent)) refuse(sent.mailbox, 'bounced')
  sent.isReported = true
}

/** The bounce of an email from before the lifting of an earlier bounce says nothing new. */
const isNew = ({ mailbox, place }: Mail) => place > (state.lifted.get(mailbox) ?? 0)

/** The operator lifts one reason. Returns whether there was that reason. */
export function liftRefusal(mailbox: string, reason: string): boolean {
  const isLifted = state.refusals.get(mailbox)?.delete(reason) ?? false
  if (isLifted && reason === 'bounced') state.lifted.set(mailbox, next())
  return isLifted
}

export const refusalsOf = (mailbox: string) => [...(state.refusals.get(mailbox) ?? [])].sort()
