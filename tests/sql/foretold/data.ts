import { hasConfirmed, hasOpenWithdrawal, say, tellLate } from './consent.ts'
import { meantAddress, meantNumber } from './meant.ts'
import { type Correction, next, type Person, personOf, type Row, state } from './said.ts'

// Which data are in force: the newest of arrivals, take-overs and what was taken back says it, and a correction
// replaces a value wherever it was said.

function take(person: Person, row: Row) {
  const number = meantNumber(person, row)
  person.email = meantAddress(person, row)
  person.name = row.name
  person.typed = number === row.number ? row.typed : (number ?? row.typed)
  person.number = number
}

/**
 * Only a network that has sent data of the person before may change them. After a confirmation or a withdrawal, it may
 * not change the number.
 */
const mayChange = (person: Person, row: Row) =>
  (meantNumber(person, row) === person.number ||
    !(hasConfirmed(person, person.number) || person.words.some(({ kind }) => kind === 'withdrawn'))) &&
  (!person.rows.some(({ isMerged }) => isMerged) ||
    person.rows.some(({ isMerged, source }) => isMerged && source !== null && source === row.source))

type Typed = Pick<Row, 'id' | 'name' | 'email' | 'typed' | 'number' | 'source'>

/** How a form came. */
export type Way = 'own' | 'bot' | 'preview'

/** A form arrives. One that looks like a bot's is held. One from a preview is stored, and nothing follows from it. */
export function submit(typed: Typed, way: Way) {
  const [isBot, isPreview] = [way === 'bot', way === 'preview']
  const known = personOf(typed.email)
  const row: Row = {
    ...typed,
    ...{
      kind: 'form',
      place: next(),
      isMerged: false,
      isHeld: isBot,
      isDropped: false,
      isPreview,
      isOld: false,
    },
    mustConfirm: state.doubleOptIn || Boolean(known && hasOpenWithdrawal(known)),
  }
  if (!known) {
    const { email, name, typed: phone, number } = typed
    const person: Person = {
      key: crypto.randomUUID(),
      email,
      name,
      typed: phone,
      number,
      isBot,
      isPreview,
      rows: [row],
      words: [],
      corrections: [],
    }
    state.people.push(person)
    row.isMerged = way === 'own'
    if (row.isMerged) say(person, row)
    return
  }
  // Who withdrew and ticks the box again is asked, from whichever network.
  const asksAgain =
    hasOpenWithdrawal(known) && known.number !== null && known.number === meantNumber(known, row)
  row.isMerged = way === 'own' && mayChange(known, row)
  known.rows.push(row)
  if (row.isMerged) take(known, row)
  if (row.isMerged || (way === 'own' && asksAgain)) say(known, row)
  known.isBot &&= isBot
  known.isPreview &&= isPreview
}

/** The operator releases what is held of a person. The newest counts in its place, if it may. */
export function release(person: Person) {
  const held = person.rows.filter(({ isHeld, isDropped }) => isHeld && !isDropped)
  const newest = held.at(-1)
  if (!newest) return
  const hasSameNumber = person.number !== null && person.number === meantNumber(person, newest)
  const asksAgain = newest.mustConfirm && hasSameNumber && hasOpenWithdrawal(person)
  const isTaken =
    mayChange(person, newest) && !person.rows.some(({ isMerged, place }) => isMerged && place > newest.place)
  if (isTaken) take(person, newest)
  if (isTaken || asksAgain) say(person, newest)
  for (const row of held) row.isHeld = false
  newest.isMerged = isTaken
  person.isBot = false
}

export function drop(person: Person) {
  for (const row of person.rows) row.isDropped ||= row.isHeld
}

/** The operator uses the data of a form. Its box counts if the number changes by that. */
export function takeOver(person: Person, row: Row) {
  if (row.isHeld || row.isPreview || row.kind === 'withdrawal') return
  const before = person.number
  take(person, row)
  if (person.number !== before) say(person, row)
}

/** The operator corrects an address or a number. Returns false if that changes nothing. */
export function correct(person: Person, field: Correction['field'], to: string): boolean {
  const before = { typed: person.typed, number: person.number }
  if (field === 'email' ? person.email === to || personOf(to) : person.number === to) return false
  const from = field === 'email' ? person.email : (person.number ?? person.typed)
  person.corrections.push({ field, from, before, to, place: next() })
  if (field === 'email') person.email = to
  else Object.assign(person, { typed: to, number: to })
  return true
}

/**
 * The operator takes back a correction, as if it had not been made. That is possible as long as the record says what
 * it made of it and nobody agreed to its number.
 */
export function undo(person: Person, made: Correction): boolean {
  const { field, from, to, before, place } = made
  const isLast =
    person.corrections.findLast((one) => one.field === field && one.undoneAt === undefined) === made
  const isSaid = field === 'email' ? person.email === to && !personOf(from) : person.number === to
  const isAgreed =
    field === 'phone' &&
    person.words.some((word) => word.kind !== 'withdrawn' && word.about === to && word.place > place)
  if (!isLast || !isSaid || isAgreed) return false
  made.undoneAt = next()
  if (field === 'email') person.email = from
  else {
    Object.assign(person, before)
    tellLate(person, made)
  }
  return true
}
