import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { createRandom } from '../../kit/random.ts'
import { openTestDesk } from '../open-test-desk.ts'
import { waitLonger } from '../races/open-race.ts'
import type { Query } from '../test-database.ts'
import { emptyDatabase } from '../test-on-empty.ts'
import { openActs, type Scene } from './acts.ts'
import { openComparison, readHolding } from './compare.ts'
import { logins, type Step } from './history.ts'
import { forget, personOf, state } from './said.ts'

// Most of the time would go into planning the same statements again, so each plan is made once.
const planOnce = `
  do $$ begin
    execute format('alter database %I set plan_cache_mode = force_generic_plan', current_database());
  end $$;
  set plan_cache_mode = force_generic_plan;`

const waiting = `
  select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

// What is older than this moment is deleted when its time is over. The shortest time at the desk is a day.
const setUp = `
  create table public.old_backups (name text, described jsonb);
  create table public.old_lines (backup text, table_name text, line text);
  alter table lead_settings drop constraint lead_settings_keep_submissions_check,
    drop constraint lead_settings_keep_traces_check;
  ${logins
    .map(
      (login) =>
        // Roles belong to the whole server, and two processes may make them at the same time.
        `do $$ begin create role ${login} in role lead_desk;
          exception when duplicate_object or unique_violation then null; end $$;`,
    )
    .join('\n')}`
const prepare = `
  update lead_settings set ip_hold_after = 1000000, pair_hold_after = 1000000, day_hold_after = 1000000,
    busy_after = 1000000, visitor_mails_per_minute = 1000000, owner_mails_per_hour = 1000000;`

/** Opens a database in which histories are lived, each from the start. */
export async function openHistories() {
  const opened = await openTestDesk()
  // A step chooses at once what it does, and then waits for its turn before it calls the database.
  const turns = new AsyncLocalStorage<{ turn?: Promise<unknown> | undefined; inside?: Query }>()
  const query: Query = async (sql, values) => {
    const { turn, inside = opened.query } = turns.getStore() ?? {}
    await turn
    return inside(sql, values)
  }
  const { acts, idOf, later, sweep, sendMails, rejuvenate } = openActs({ query })
  const { whatHolds, expectForetold, expectContents, forgetPlace, figures } = openComparison(opened)
  await query(planOnce + setUp + waitLonger + readHolding)

  /** Returns the desk as the colleague with this login sees it. */
  const deskOf =
    (login: string): Scene['desk'] =>
    async <Answer>(name: string, values: object = {}) => {
      const list = Object.entries(values).map(([key, value]) => `${key} => ${literalOf(value)}`)
      const [row] = await query(
        `set local session authorization ${login}; select desk.${name}(${list}) as answer`,
      )
      // The embedded database does not end the transaction of such a call.
      if (!opened.database.url) await query('set session authorization postgres')
      return row?.answer as Answer
    }

  const play = ({ name, mailbox, number, login, seed }: Step, turn?: Promise<unknown>, inside?: Query) =>
    turns.run(inside ? { turn, inside } : { turn }, async () => {
      const random = createRandom(seed)
      const person = personOf(mailbox) ?? random.pick(state.people)
      await acts[name]?.({ mailbox, number, random, desk: deskOf(login) }, person)
    })

  async function begin() {
    await query(emptyDatabase + prepare)
    forget()
    rejuvenate()
    forgetPlace()
  }

  /** Does the next step of a history. */
  async function go(step: Step) {
    await play(step)
    // What was said counts before a sweep hears of it, and an email asks what holds when it is sent.
    if (step.seed % 3 === 0) await sweep()
    if (step.seed % 2 === 0) await sendMails()
  }

  /** Goes through a history. Throws as soon as the database says something else than the model. */
  async function live(history: Step[]) {
    await begin()
    for (const step of history) {
      await go(step)
      await expectForetold(loginsOf([step]))
      if (step.seed % 5 === 0) await expectContents()
    }
    await sweep()
    await sendMails()
    await expectForetold()
    await expectContents()
  }

  /** Waits until a call of this database waits for a lock, or this call has ended. */
  async function untilStuck(call: Promise<unknown>) {
    let isOver = false
    const end = () => {
      isOver = true
    }
    call.then(end, end)
    while (!isOver && (await opened.query(waiting)).length === 0);
  }

  /** Does the first step in a transaction that stays open until the second step has ended or waits for it. */
  async function playHeld(one: Step, two: Step) {
    let second: Promise<unknown> = Promise.resolve()
    const first = opened.database.rollBackAfter(async (inside) => {
      const played = Promise.allSettled([play(one, undefined, inside)])
      second = play(two, played)
      const done = await played
      await untilStuck(second)
      await inside('commit')
      for (const end of done) if (end.status === 'rejected') throw end.reason
    })
    const [end] = await Promise.allSettled([first])
    return [end, ...(await Promise.allSettled([second]))]
  }

  /**
   * Begins a history and then does two steps of it: `one by one`, `at once`, or so that the first is `held` before it
   * commits. Both choose what they do before either does it. Returns what holds then. Throws if the database fails, or
   * says something else than the model: the model does not know who was first of two at once.
   */
  async function liveTwo(history: Step[], [one, two]: [Step, Step], way: 'one by one' | 'at once' | 'held') {
    await begin()
    for (const step of history) {
      await later()
      await go(step)
    }
    for (const person of state.people) await idOf(person)
    await later()
    const first = way === 'held' ? undefined : play(one)
    const ends = first
      ? await Promise.allSettled([first, play(two, way === 'at once' ? undefined : first)])
      : await playHeld(one, two)
    for (const end of ends)
      if (
        end?.status === 'rejected' &&
        (way === 'one by one' || !(end.reason instanceof assert.AssertionError))
      )
        throw end.reason
    await sweep()
    if (way === 'one by one') await expectForetold(loginsOf([...history, one, two]))
    return whatHolds()
  }

  return { url: opened.database.url, live, liveTwo, figures, close: opened.database.close }
}

/** Returns the logins that do these steps at the desk. Who restores is the owner of the database. */
const loginsOf = (steps: Step[]) =>
  steps.flatMap(({ name, login }) => (name.includes('restore') ? [login, 'postgres'] : [login]))

function literalOf(value: unknown): string {
  if (Array.isArray(value)) return `array[${value.map(literalOf)}]::uuid[]`
  if (value === undefined || value === null) return 'null'
  return `'${String(value).replaceAll("'", "''")}'`
}
