import { eventsOf, hasAgreed, mayBeTexted } from './consent.ts'
import { type Person, state } from './said.ts'

// Who is in a file, and what the evidence and the stored texts contain. Nothing of another person is in any of them.

/** Returns the addresses in the file with everything: it leaves out previews, and bots that agreed to nothing. */
export const inEverything = () =>
  state.people
    .filter((person) => !person.isPreview && (!person.isBot || hasAgreed(person)))
    .map(({ email }) => email)
    .sort()

/** Returns the numbers in the file for texts, each once. */
export const inTexting = () =>
  [...new Set(state.people.filter(mayBeTexted).map(({ number }) => number))].sort()

/** Returns whose number and name a line of the file for texts may have. */
export const mayBeListed = (number: string, name: string) =>
  state.people.some((person) => person.number === number && person.name === name && mayBeTexted(person))

/** Returns the addresses that a person had or typed. */
export const addressesOf = ({ email, rows, corrections }: Person) =>
  new Set([email, ...rows.map((row) => row.email), ...corrections.flatMap(({ from, to }) => [from, to])])

/** Returns the numbers that were a person's. What somebody merely typed, and what was not taken, is not. */
const numbersOf = ({ number, rows, corrections }: Person) =>
  new Set([
    number,
    ...rows.filter(({ isMerged }) => isMerged).map((row) => row.number),
    ...corrections.filter(({ field }) => field === 'phone').map(({ to }) => to),
  ])

const hasClaim = (person: Person, number: string) =>
  person.words.some(({ about }) => about === number) ||
  person.corrections.some(({ field, to }) => field === 'phone' && to === number)

/** Returns whether a number is only this person's. While nobody agreed to it, it belongs to those who have it. */
function isOwn(person: Person, number: string): boolean {
  const claiming = state.people.filter((one) => hasClaim(one, number))
  const owners = claiming.length > 0 ? claiming : state.people.filter((one) => one.number === number)
  return numbersOf(person).has(number) && owners.every((one) => one === person)
}

/** Returns what a number said while it was this person's, as far as it is nobody else's. */
export const wordsOf = (person: Person) =>
  [...state.numbers.keys()]
    .filter((number) => isOwn(person, number))
    .flatMap((number) => eventsOf(number).filter(({ place }) => hadNumber(person, number, place)))
    .flatMap(({ words }) => words ?? [])
    .sort()

const hadNumber = ({ rows, corrections }: Person, number: string, until: number) =>
  rows.some((row) => row.number === number && row.place < until) ||
  corrections.some(
    ({ field, before, to, place }) =>
      field === 'phone' && place < until && (to === number || before.number === number),
  )

/** With a person, what only their numbers said is erased. */
export function eraseWords(person: Person) {
  for (const [number, events] of state.numbers)
    if (isOwn(person, number)) for (const event of events) delete event.words
  state.texts = state.texts.filter(({ sender }) => !isOwn(person, sender))
}
