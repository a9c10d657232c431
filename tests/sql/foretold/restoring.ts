import assert from 'node:assert/strict'
import {
  erase,
  isStopped,
  lastWithdrawal,
  mayBeTexted,
  stateOf,
  tell,
  withdraw,
  withdrawnNumbers,
} from './consent.ts'
import { eraseWords } from './contents.ts'
import { refuse } from './links.ts'
import { type Correction, type Person, personOf, state } from './said.ts'

// The restore of an older backup. What was said after it is lost, but each no is said again: the erasures, the
// withdrawals, the stopped numbers, what the mailboxes refuse, and the corrections. Texts of a number that nobody in the
// backup has are back: nobody had it when they came.

let backup: typeof state | undefined

export const backUp = () => {
  backup = structuredClone(state)
}
export const forgetBackup = () => {
  backup = undefined
}

/** Returns since how many hours there is a backup, or undefined if there is none. */
export const ageOfBackup = () => backup && state.hour - backup.hour

/** With a person, what only their numbers said is erased, and from each backup, too. */
export function eraseForGood(person: Person) {
  state.erased.add(person.key)
  eraseWords(person)
  erase(person)
}

/** The backup is restored. People are erased and withdraw in the order of their ids. */
export function restoreBackup(idOf: (person: Person) => string) {
  if (!backup) return
  const before = { ...state }
  const wereStopped = [...before.numbers.keys()].filter(isStopped)
  const hadWithdrawn = before.people.map((person) => ({ person, numbers: withdrawnNumbers(person) }))
  const saidNo = new Set(before.people.filter((one) => stateOf(one) === 'withdrawn').map(({ key }) => key))

  // What is said from now on has a later place than all that was ever said.
  const { erased, hour, place } = before
  Object.assign(state, structuredClone(backup), { erased, hour, place, agedAt: 0 })
  for (const { rows } of state.people) for (const row of rows) row.isOld = false

  for (const [mailbox, reasons] of before.refusals) for (const reason of reasons) refuse(mailbox, reason)
  const laterOf = ({ key }: Person) => before.people.find((one) => one.key === key)
  const inOrder = state.people.toSorted((one, two) => (idOf(one) < idOf(two) ? -1 : 1))
  const lostCorrections = state.people
    .flatMap((person) => (laterOf(person)?.corrections ?? []).map((made) => ({ person, made })))
    .filter(({ person, made }) => !person.corrections.some(({ place }) => place === made.place))
    .filter(({ made }) => made.undoneAt === undefined)
    .sort((one, two) => one.made.place - two.made.place)
  const correctAgain = (field: Correction['field']) => {
    for (const { person, made } of lostCorrections) if (made.field === field) correctIn(person, made)
  }
  // Who is erased still has a claim to a number, and no longer has an address.
  correctAgain('phone')
  for (const person of inOrder) if (erased.has(person.key)) eraseForGood(person)
  correctAgain('email')
  for (const person of inOrder) {
    const later = laterOf(person)
    if (later && lastWithdrawal(later) > lastWithdrawal(person)) withdraw(person)
  }
  const lost = hadWithdrawn.flatMap(({ person, numbers }) => {
    const known = state.people.find(({ key }) => key === person.key)
    const has = known ? [known.number, ...withdrawnNumbers(known)] : []
    return numbers.filter((number) => !has.includes(number))
  })
  for (const number of new Set([...wereStopped, ...lost]))
    if (!isStopped(number)) tell(number, { kind: 'stop', by: 'desk' })

  const untextable = new Set([...wereStopped, ...hadWithdrawn.flatMap(({ numbers }) => numbers)])
  for (const person of state.people) {
    assert.ok(!erased.has(person.key), 'an erased person is back')
    if (saidNo.has(person.key)) assert.ok(!mayBeTexted(person), 'who withdrew may be texted')
    assert.ok(!mayBeTexted(person) || !untextable.has(person.number ?? ''), 'a stopped number may be texted')
  }
}

/** A correction is made again in its place. An address that another person has stays theirs. */
function correctIn(person: Person, made: Correction) {
  const { field, to } = made
  const { typed, number } = made.before
  const before = { typed: number ?? typed, number }
  person.corrections.push({ ...made, before })
  if (field === 'email') {
    if (person.email === made.from && !personOf(to)) person.email = to
  } else if ((person.number ?? person.typed) === made.from) Object.assign(person, { typed: to, number: to })
}
