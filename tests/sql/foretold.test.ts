import assert from 'node:assert/strict'
import { env } from 'node:process'
import { after, test } from 'node:test'
import { createRandom } from '../kit/random.ts'
import { describeHistory, drawHistory, type Step, shrink } from './foretold/history.ts'
import { openHistories } from './foretold/open-histories.ts'
import { state } from './foretold/said.ts'

// After each step of a random history, a model foretells what the database says.

const { HISTORIES, HISTORIES_SEED } = env
const seed = HISTORIES_SEED === 'random' ? Date.now() % 1_000_000 : Number(HISTORIES_SEED ?? 1)
const count = Number(HISTORIES) || 12

const { live, figures, close } = await openHistories()
after(close)

const faultOf = (history: Step[]): Promise<Error | undefined> =>
  live(history).then(
    () => undefined,
    (error: Error) => error,
  )

test(`what holds is what a model foretells, in ${count} random histories (HISTORIES_SEED=${seed})`, async () => {
  const random = createRandom(seed)
  for (let at = 0; at < count; at += 1) {
    const history = drawHistory(random)
    if (!(await faultOf(history))) continue
    const shortest = await shrink(history, faultOf)
    const fault = await faultOf(shortest)
    assert.fail(
      `history ${at}: ${fault?.stack}\nThe shortest history that fails:\n${describeHistory(shortest)}`,
    )
  }
  // A few histories may happen to have no link.
  assert.ok(
    count < 12 ||
      (figures.links > count &&
        figures.dead > count / 4 &&
        figures.textable > count &&
        figures.words > count / 20),
    JSON.stringify(figures),
  )
})

test('a stop of which no sweep has heard does not keep a person whose evidence ends', async () => {
  const step = (name: string): Step => ({
    name,
    mailbox: 'ada@example.org',
    number: '+12015550123',
    login: 'foretold_ann',
    seed: 1,
  })
  for (const more of [[], ['submit']])
    await live(['submit', 'years begin', ...more, 'STOP', 'evidence ends', 'START', 'submit'].map(step))
})

test('a restore stops each number that somebody withdrew after the backup', async () => {
  const step = (mailbox: string, name: string): Step => ({
    name,
    mailbox: `${mailbox}@example.org`,
    number: '+12015550123',
    login: 'foretold_ann',
    seed: 1,
  })
  await live([
    step('bob', 'submit'),
    step('bob', 'a backup'),
    ...['submit', 'withdraw at the desk', 'correct a number', 'withdraw at the desk'].map((name) =>
      step('ada', name),
    ),
    step('bob', 'the backup is restored'),
  ])
  assert.deepEqual([...state.numbers.keys()].length, 2)
})

test('a restore corrects again what was corrected after the backup, and loses no refusal', async () => {
  const step = (name: string, mailbox = 'ada', number: string | null = '+12015550123', seed = 1): Step => ({
    name,
    mailbox: `${mailbox}@example.org`,
    number,
    login: 'foretold_ann',
    seed,
  })
  for (const seed of [1, 2]) {
    // Of a number that was none, and of the address of somebody who was erased before.
    await live([
      step('submit', 'ada', null),
      step('submit', 'bob'),
      step('submit', 'eve', null),
      step('a backup'),
      step('correct a number', 'ada', null, seed),
      step('erase', 'bob'),
      step('correct an address', 'ada', null, seed),
      step('correct an address', 'eve', null, seed),
      step('the backup is restored'),
    ])
    // A provider tells of a complaint only after an earlier one was lifted.
    await live([
      ...['submit', 'complain', 'lift one reason', 'a backup', 'complain', 'the backup is restored'].map(
        (name) => step(name, 'ada', '+12015550123', seed),
      ),
    ])
  }
})
