import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { createRandom } from '../../kit/random.ts'
import { openTestDesk } from '../open-test-desk.ts'
import type { Query } from '../test-database.ts'
import { emptyDatabase } from '../test-on-empty.ts'
import { openActs, type Scene } from './acts.ts'
import { openComparison } from './compare.ts'
import { logins, type Step } from './history.ts'
import { forget, personOf, state } from './said.ts'

// What is older than this moment is deleted when its time is over. The shortest time at the desk is a day.
const setUp = `
  alter table lead_settings drop constraint lead_settings_keep_submissions_check,
    drop constraint lead_settings_keep_traces_check;
  ${logins
    .map(
      (login) =>
        `do $$ begin create role ${login} in role lead_desk; exception when duplicate_object then null; end $$;`,
    )
    .join('\n')}`
const prepare = `
  update lead_settings set ip_hold_after = 1000000, pair_hold_after = 1000000, day_hold_after = 1000000,
    busy_after = 1000000, visitor_mails_per_minute = 1000000, owner_mails_per_hour = 1000000;`

/** Who said what after a place of the logs. */
const authors = `
  select array(
    select said_by from private.consent_events where id > $1
    union select said_by from private.number_events where id > $1
    union select said_by from private.mailbox_events where id > $1
    union select 'desk:' || corrected_by from private.lead_corrections where event_id > $1
    union select 'desk:' || undone_by from private.lead_corrections where undone_id > $1
  ) as said_by, (select last_value from private.event_ids) as place`

/** Opens a database in which histories are lived, each from the start. */
export async function openHistories() {
  const opened = await openTestDesk()
  // A step chooses at once what it does, and then waits for its turn before it calls the database.
  const turns = new AsyncLocalStorage<Promise<unknown>>()
  const query: Query = async (sql, values) => {
    await turns.getStore()
    return opened.query(sql, values)
  }
  const { acts, idOf, later, sweep, sendMails, rejuvenate } = openActs({ ...opened, query })
  const { whatHolds, expectForetold, expectFile, expectContents, figures } = openComparison(opened)
  await query(setUp)

  /** Returns the desk as the colleague with this login sees it. */
  const deskOf =
    (login: string): Scene['desk'] =>
    async <Answer>(name: string, values: object = {}) => {
      const list = Object.entries(values).map(([key, value]) => `${key} => ${literalOf(value)}`)
      const [row] = await query(
        `set local session authorization ${login}; select desk.${name}(${list}) as answer`,
      )
      return row?.answer as Answer
    }

  let place: unknown = 0
  /** Expects that what was said at the desk names who said it, and that nothing else names a colleague. */
  async function expectAuthors(login: string) {
    const [found] = await query(authors, [place])
    place = found?.place
    const names = found?.said_by as string[]
    for (const name of names)
      assert.ok(!name.startsWith('desk:') || name === `desk:${login}`, `${name} did what ${login} did`)
  }

  const play = ({ name, mailbox, number, login, seed }: Step, turn: Promise<unknown> = Promise.resolve()) =>
    turns.run(turn, async () => {
      const random = createRandom(seed)
      const person = personOf(mailbox) ?? random.pick(state.people)
      await acts[name]?.({ mailbox, number, random, desk: deskOf(login) }, person)
    })

  async function begin() {
    await query(emptyDatabase + prepare)
    forget()
    rejuvenate()
  }

  /** Does the next step of a history. */
  async function go(step: Step) {
    await later()
    await play(step)
    await expectAuthors(step.login)
    // What was said counts before a sweep hears of it, and a mail asks what holds when it is sent.
    if (step.seed % 3 === 0) await sweep()
    if (step.seed % 2 === 0) await sendMails()
  }

  /** Goes through a history. Throws as soon as the database says something else than the model. */
  async function live(history: Step[]) {
    await begin()
    for (const step of history) {
      await go(step)
      await expectForetold()
      if (step.seed % 5 === 0) await expectFile()
    }
    await sweep()
    await sendMails()
    await expectForetold()
    await expectContents()
  }

  /**
   * Begins a history and then does two steps of it, one after the other or at once. Both choose what they do before
   * either does it. Returns what holds then. Throws if the database fails, or says something else than the model:
   * the model does not know who was first of two at once.
   */
  async function liveTwo(history: Step[], [one, two]: [Step, Step], areAtOnce: boolean) {
    await begin()
    for (const step of history) await go(step)
    for (const person of state.people) await idOf(person)
    await later()
    const first = play(one)
    const ends = await Promise.allSettled([first, play(two, areAtOnce ? undefined : first)])
    for (const end of ends)
      if (end.status === 'rejected' && !(areAtOnce && end.reason instanceof assert.AssertionError))
        throw end.reason
    await sweep()
    if (!areAtOnce) await expectForetold()
    return whatHolds()
  }

  return { url: opened.database.url, live, liveTwo, figures, close: opened.database.close }
}

function literalOf(value: unknown): string {
  if (Array.isArray(value)) return `array[${value.map(literalOf)}]::uuid[]`
  if (value === undefined || value === null) return 'null'
  return `'${String(value).replaceAll("'", "''")}'`
}
