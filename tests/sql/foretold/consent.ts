import { meant } from './meant.ts'
import { type NumberEvent, next, type Person, type Row, state, type Word } from './said.ts'

// Who said yes and no to what, and who may be texted by that.

/** The box of a form counts in the place in which it arrived, and once. */
export function say(person: Person, row: Row) {
  if (person.words.some(({ place }) => place === row.place)) return
  const kind = row.kind === 'press' ? 'confirmed' : row.mustConfirm ? 'asked' : 'given'
  person.words.push({ place: row.place, kind, about: row.number ?? row.typed })
  person.words.sort((one, two) => one.place - two.place)
}

/** Returns the number about which something was said. A correction that was taken back was never made. */
function aboutOf(person: Person, { about, place }: Word): string {
  return person.corrections.reduceRight(
    (number, made) =>
      made.field === 'phone' && made.to === number && made.undoneAt !== undefined && isBetween(place, made)
        ? made.from
        : number,
    about,
  )
}

const isBetween = (place: number, made: { place: number; undoneAt?: number }) =>
  place > made.place && place < (made.undoneAt ?? Infinity)

/** Returns where the number was corrected to this one, or 0. */
const correctedTo = (person: Person, number: string | null) =>
  person.corrections.findLast(
    (made) => made.field === 'phone' && made.to === number && made.undoneAt === undefined,
  )?.place ?? 0

/** Confirmed from an address to which the operator had corrected, and has taken that back. */
const isForeign = (person: Person, word: Word) =>
  word.kind === 'confirmed' &&
  person.corrections.some(
    (made) => made.field === 'email' && made.undoneAt !== undefined && isBetween(word.place, made),
  )

type Consent = 'none' | Word['kind']

/**
 * Returns the consent of a person to a number. A box makes none to given or asked, and withdrawn to asked; given and
 * confirmed stay. A correction begins anew as asked. What was said to a mistyped number asks about the one meant.
 */
export function consentOf(person: Person, number: string): Consent {
  const corrected = correctedTo(person, number)
  let consent: Consent = 'none'
  for (const word of person.words) {
    const isSame = word.about === number && word.place > corrected
    if (word.kind === 'withdrawn') consent = 'withdrawn'
    else if (isForeign(person, word)) continue
    else if (isSame && word.kind === 'confirmed') consent = 'confirmed'
    else if (isSame && word.kind === 'given' && consent !== 'confirmed') consent = 'given'
    else if (consent === 'none' || consent === 'withdrawn')
      if (word.about === number || meant(person, 'phone', word.about) === number) consent = 'asked'
  }
  return consent
}

export const hasConfirmed = (person: Person, number: string | null) =>
  person.words.some(
    (word) =>
      word.kind === 'confirmed' &&
      word.about === (number ?? person.typed) &&
      word.place > correctedTo(person, number) &&
      !isForeign(person, word),
  )

export const hasOpenWithdrawal = ({ words }: Person) =>
  words.findLast(({ kind }) => kind === 'withdrawn' || kind === 'confirmed')?.kind === 'withdrawn'

export const lastWithdrawal = ({ words }: Person) =>
  words.findLast(({ kind }) => kind === 'withdrawn')?.place ?? 0

/** A person withdraws. If nothing was said since they did so before, nothing changes. */
export function withdraw(person: Person) {
  const { number, typed, rows } = person
  const isSilent = !rows.some(({ kind, place }) => kind !== 'withdrawal' && place > lastWithdrawal(person))
  const isKept = number === null || withdrawnNumbers(person).includes(number)
  if (isSilent && isKept && consentOf(person, number ?? typed) === 'withdrawn') return
  const place = next()
  person.words.push({ place, kind: 'withdrawn', about: number ?? typed })
  addWithdrawal(person, place)
}

function addWithdrawal(person: Person, place: number, event?: number) {
  const { name, email, typed, number } = person
  person.rows.push({
    ...{ id: '', kind: 'withdrawal', place, name, email, typed, number, source: null, event },
    ...{
      isMerged: false,
      isHeld: false,
      isDropped: false,
      isPreview: false,
      mustConfirm: false,
      isOld: false,
    },
  })
}

/** Returns the numbers that nobody may text because this person withdrew. */
export const withdrawnNumbers = (person: Person): string[] =>
  person.words
    .filter((word) => word.kind === 'withdrawn')
    .map((word) => ({ place: word.place, number: aboutOf(person, word) }))
    .filter(
      ({ place, number }) =>
        number.startsWith('+') &&
        !person.words.some(
          (word) => word.kind === 'confirmed' && word.about === number && word.place > place,
        ) &&
        !eventsOf(number).some((event) => event.kind !== 'stop' && event.place > place),
    )
    .map(({ number }) => number)

export const eventsOf = (number: string) => state.numbers.get(number) ?? []

/** A number says something, or it is said about it. A stop is stored once for each person who agreed to it. */
export function tell(number: string, event: Omit<NumberEvent, 'place'>) {
  const events = [...eventsOf(number), { ...event, place: next() }]
  state.numbers.set(number, events)
  if (event.kind !== 'stop' || event.by === 'withdrawal') return
  const first = events.findLastIndex(({ kind, by }) => kind !== event.kind || by !== event.by) + 1
  for (const person of state.people)
    if (person.number === number && hasAgreed(person))
      if (!person.rows.some((row) => (row.event ?? 0) >= (events[first]?.place ?? 0)))
        addWithdrawal(person, state.place, state.place)
}

export const hasAgreed = (person: Person) =>
  !['none', 'withdrawn'].includes(consentOf(person, person.number ?? person.typed))

/** After a correction was taken back, a stop of the number from before it is stored for the person, too. */
export function tellLate(person: Person, made: { place: number }) {
  const stop = eventsOf(person.number ?? '').at(-1)
  if (stop?.kind !== 'stop' || stop.by === 'withdrawal' || stop.place < made.place || !hasAgreed(person))
    return
  if (!person.rows.some(({ event }) => event === stop.place)) addWithdrawal(person, stop.place, stop.place)
}

export const isStopped = (number: string) => eventsOf(number).at(-1)?.kind === 'stop'

/** Returns the state of a person: the consent, or that the number is stopped. */
export function stateOf(person: Person): Consent | 'stopped' {
  const { number } = person
  const consent = consentOf(person, number ?? person.typed)
  if (number && isStopped(number)) return 'stopped'
  const isYes = consent === 'given' || consent === 'confirmed'
  return isYes && state.people.some((one) => withdrawnNumbers(one).includes(number ?? ''))
    ? 'stopped'
    : consent
}

export const mayBeTexted = (person: Person) =>
  person.number !== null && ['given', 'confirmed'].includes(stateOf(person))

/** The person is erased. The numbers stay as they are: who withdrew leaves a stop. */
export function erase(person: Person) {
  const numbers = new Set(withdrawnNumbers(person))
  state.people = state.people.filter((one) => one !== person)
  state.links = state.links.filter((link) => link.person !== person)
  state.mails = state.mails.filter((mail) => mail.person !== person)
  for (const number of [...numbers].sort()) tell(number, { kind: 'stop', by: 'withdrawal' })
}
