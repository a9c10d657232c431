import { erase, hasAgreed } from './consent.ts'
import { answerOf } from './links.ts'
import { meant } from './meant.ts'
import { type Person, state } from './said.ts'

// What is deleted after its time. No deletion makes anybody textable.

/** All that is sealed by now is old. */
export function age() {
  state.agedAt = state.place
  for (const { rows } of state.people) for (const row of rows) row.isOld ||= !row.isHeld
}

/** The networks of old rows are deleted. A link that is dead by then stays dead. */
export function deleteTraces() {
  const isOver = (link: (typeof state.links)[number]) => link.row.isOld && answerOf(link) === null
  state.links = state.links.filter((link) => !isOver(link))
  for (const { rows } of state.people) for (const row of rows) if (row.isOld) row.source = null
}

/**
 * Old rows are deleted, each with its yes; a no stays as long as the person. Who has no rows left goes. A stop of which
 * no sweep has heard is stored later, and only for those who are there then and have agreed.
 */
export function deleteOld() {
  for (const event of [...state.numbers.values()].flat()) if (event.place <= state.agedAt) delete event.words
  for (const person of [...state.people]) {
    const old = new Set(person.rows.filter(({ isOld }) => isOld))
    if (old.size === 0) continue
    const places = new Set([...old].map(({ place }) => place))
    const untold = person.rows.filter(isUntold)
    person.rows = person.rows.filter((row) => !old.has(row) && !isUntold(row))
    if (person.rows.length === 0) {
      erase(person)
      continue
    }
    person.words = person.words.filter(({ kind, place }) => kind === 'withdrawn' || !places.has(place))
    state.links = state.links.filter(({ row }) => !old.has(row))
    state.mails = state.mails.filter(({ row }) => !old.has(row))
    const isNeeded = (place: number) =>
      person.rows.some((row) => row.place < place || isCorrected(person, row))
    person.corrections = person.corrections.filter(({ place }) => isNeeded(place))
    if (hasAgreed(person)) person.rows.push(...untold.filter((row) => hadNumber(person, row)))
  }
}

const isCorrected = (person: Person, { email, number, typed }: Person['rows'][number]) =>
  meant(person, 'email', email) !== email || meant(person, 'phone', number ?? typed) !== (number ?? typed)

const isUntold = ({ event = 0 }: Person['rows'][number]) => event > state.sweptAt

/** Whether somebody said before this stop that the person has the number. */
const hadNumber = ({ rows, corrections }: Person, { number, place }: Person['rows'][number]) =>
  rows.some((row) => row.kind !== 'withdrawal' && row.number === number && row.place < place) ||
  corrections.some((made) => [made.to, made.before.number].includes(number) && made.place < place)
