import type { Random } from '../../kit/random.ts'

// Which steps a random history has.

export const mailboxes = ['ada@example.org', 'bob@example.org', 'eve@example.org']
export const numbers = ['+12015550123', '+12015550199', '+12015550188', null]
/** The logins with which colleagues work at the desk. */
export const logins = ['foretold_ann', 'foretold_cyd']

/** A step makes its own random choices from its seed, so that it can be repeated without the others. */
export type Step = { name: string; mailbox: string; number: string | null; login: string; seed: number }

const steps = 20

/** What the steps are about. Those about one subject go together. */
const subjects = [
  ['correct a number', 'take back a correction', 'use this data'],
  ['correct an address', 'take back a correction', 'use this data'],
  ['STOP', 'START', 'stop by the operator', 'lift by the operator'],
  ['a text that means something else', 'the operator takes a text for a stop', 'START', 'erase'],
  ['withdraw by link', 'withdraw at the desk', 'erase', 'lift by the operator'],
  ['ask again', 'send an email again', 'switch double opt-in', 'a month passes'],
  ['no more mails', 'complain', 'bounce', 'lift one reason'],
  ['bounce', 'an email bounces', 'lift one reason', 'send an email again'],
  ['submit like a bot', 'release', 'drop', 'submit while the clock is ahead'],
  ['submit from a preview', 'use this data', 'withdraw at the desk'],
  ['a restore', 'correct a number', 'withdraw at the desk', 'erase', 'START'],
  ['a restore', 'take back a correction', 'STOP', 'lift by the operator', 'lift one reason', 'bounce'],
  ['switch copies', 'release', 'erase', 'submit like a bot'],
  ['years begin', 'traces end', 'evidence ends', 'STOP'],
]

const first = ['submit', 'submit', 'submit like a bot']
/** What often comes directly after a backup, so that its restore loses it. */
const lost = ['correct a number', 'correct an address', 'complain', 'withdraw at the desk', 'erase']

const some = <T>(random: Random, list: readonly T[], size: number) =>
  Array.from({ length: size }, () => random.pick(list))

/** A history is about two subjects and has few people and numbers, so that it goes deep into these. */
export function drawHistory(random: Random): Step[] {
  const kinds = [
    ...some(random, subjects, 2).flat(),
    ...some(random, ['submit', 'submit', 'confirm', 'a day passes'], 5),
  ]
  const own = some(random, mailboxes, 1 + random.below(3))
  const known = some(random, numbers, 2 + random.below(2))
  const isOn = random.below(2) === 0
  // In every third history, a backup is restored which is older by some steps.
  const backup = random.below(3) === 0 ? 2 + random.below(8) : steps
  const restore = backup + 2 + random.below(8)
  const nameAt = (at: number) => {
    if (at === 0) return random.pick(first)
    if (at === 1 && isOn) return 'switch double opt-in'
    if (at === backup) return 'a backup'
    if (at === backup + 1) return random.pick(lost)
    return at === restore ? 'the backup is restored' : random.pick(kinds)
  }
  return Array.from({ length: steps }, (_, at) => ({
    name: nameAt(at),
    mailbox: random.pick(own),
    number: random.pick(known),
    login: random.pick(logins),
    seed: random.below(2 ** 31),
  }))
}

const withoutPerson = [
  'submit',
  'STOP',
  'START',
  'stop by the operator',
  'lift by the operator',
  'no more mails',
]
const ofPerson = [
  ...['withdraw by link', 'withdraw at the desk', 'confirm', 'release', 'use this data'],
  ...['correct a number', 'correct an address', 'take back a correction', 'ask again', 'lift one reason'],
]

/** Draws the beginning of a history, and two steps that two sessions do at once. An erased person does nothing. */
export function drawRace(random: Random): { history: Step[]; steps: [Step, Step] } {
  const drawn = drawHistory(random)
  const restored = drawn.findIndex(({ name }) => name === 'the backup is restored')
  // Often the two steps come directly after a restore.
  const history = drawn.slice(0, restored > 0 && random.below(2) ? restored + 1 : 2 + random.below(8))
  const one = random.pick([...withoutPerson, ...ofPerson, 'erase'])
  const other = random.pick(one === 'erase' ? withoutPerson : [...withoutPerson, ...ofPerson])
  const [first, second] = drawn.slice(-2) as [Step, Step]
  const { mailbox, number } = history.at(-1) ?? first
  return {
    history,
    steps: [
      { ...first, name: one, mailbox, number },
      { ...second, name: other, mailbox, number: random.below(3) ? number : second.number },
    ],
  }
}

/** Returns what is left of a history that fails when no step can be left out without the failure going away. */
export async function shrink(history: Step[], fails: (history: Step[]) => Promise<unknown>): Promise<Step[]> {
  for (let at = history.length - 1; at >= 0; at -= 1) {
    const shorter = history.toSpliced(at, 1)
    if (await fails(shorter)) return shrink(shorter, fails)
  }
  return history
}

export const describeHistory = (history: Step[]) =>
  history
    .map(({ name, mailbox, number, login, seed }) => `${name} ${mailbox} ${number} ${login} ${seed}`)
    .join('\n')
