import assert from 'node:assert/strict'
import { env } from 'node:process'
import { PassThrough } from 'node:stream'
import { text as readText } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { listLeads } from '../../desk/cli/list.ts'
import type { Terminal } from '../../desk/cli/terminal.ts'
import { callDesk, type Desk } from '../../desk/core/open-desk.ts'
import { createRandom, type Random } from '../kit/random.ts'
import { claim } from './claim.ts'
import {
  addAddress,
  addBegin,
  addBooking,
  addConfirmation,
  addDecision,
  addErasure,
  addHours,
  addNumber,
  addSubmission,
  addWithdrawal,
  backUp,
  deleteAll,
  expectTellable,
  expectWanted,
  left,
  links,
  mailed,
  noOf,
  pressed,
  restore,
  silenced,
  stopped,
  submissions,
  submitted,
  told,
  undoAddress,
  undoNumber,
} from './history-model.ts'
import { openDatabase } from './open-database.ts'
import { happened, openReceiver, outcomes } from './receiver.ts'
import { sampleLead } from './sample-lead.ts'
import { unsubscribeByLink } from './unsubscribe-by-link.ts'

const { HISTORIES, HISTORIES_SEED } = env
/** `npm test` always goes through the same histories. `HISTORIES_SEED=random` draws others. */
const seed = HISTORIES_SEED === 'random' ? Date.now() % 1_000_000 : Number(HISTORIES_SEED ?? 1)
const count = Number(HISTORIES) || 6
const steps = 20

const database = await openDatabase()
after(() => database.close())
const { query } = database
await query(`
  update lead_settings set ip_hold_after = 1000000, pair_hold_after = 1000000, day_hold_after = 1000000, busy_after = 1000000,
    visitor_mails_per_minute = 1000000, owner_mails_per_hour = 1000000, remind_after = '1 hour'`)

/** The tables that are in a backup. Each comes with its columns, except those that are generated. */
const tables = await query(`
  create schema kept;
  select relname as name, (
      select string_agg(attname, ', ')
      from pg_attribute
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
    ) as columns
  from pg_class
  where relnamespace = 'private'::regnamespace and relkind = 'r' and relname not in ('lead_settings', 'lead_claim_key', 'mailbox_secret')`)
const forTables = (sql: (name: unknown, columns: unknown) => string) =>
  query(`
    set session_replication_role = replica;
    ${tables.map(({ name, columns }) => sql(name, columns)).join(';\n')};
    set session_replication_role = origin`)
await forTables((name) => `create table kept.${name} (like private.${name})`)
const empty = () => query(`truncate ${tables.map(({ name }) => `private.${name}, kept.${name}`)}`)
const receiver = openReceiver(database)
let isWebhookOn = true
/** The texts since the last erasure or restore. After either, the ids of older ones are no longer known. */
let texts: [number: string, meaning: string, id: string][] = []
/** The mailboxes of this history. */
let mailboxes: string[] = []
/** The ids of the persons who were erased. */
const erased = new Set<unknown>()

/** The ids of the emails that were claimed and, since then, not queued again. */
const claimed = new Set<unknown>()
/** The ids of the emails that were claimed and then queued again. */
const repeated = new Set<unknown>()
const desk: Desk = {
  call: (name, values) =>
    database.rollBackAfter((run) => callDesk((sql, list) => run(sql, list), name, values ?? {})),
  close: () => Promise.resolve(),
}

const later = () => query('do $$ begin while clock_timestamp() = now() loop end loop; end $$')
const people = () =>
  query(
    `select id, email, phone_e164, consent_state(leads) as state from leads where lower(email) = any (array(
      select jsonb_array_elements_text($1)))`,
    [mailboxes],
  )
const recordOf = async (mailbox: string) => (await people()).find(({ email }) => email === mailbox)

async function submit(random: Random, mailbox: string, number: string, signals: object = {}) {
  const id = crypto.randomUUID()
  await later()
  await query('select accept_lead($1, $2, $3)', [
    id,
    sampleLead({ email: mailbox, phone: number, phone_e164: number }),
    { ip_hash: `${mailbox} ${random.below(2)}`, webhook: isWebhookOn, ...signals },
  ])
  addSubmission(id, mailbox, number, signals)
}

async function withdraw(mailbox: string, call: string) {
  const person = await recordOf(mailbox)
  if (!person) return
  await later()
  await query(`select ${call} from leads where id = $1`, [person.id])
  addWithdrawal(mailbox, String(person.phone_e164))
}

/** After the number is free again, the earlier withdrawals of persons who had it count only for themselves. */
async function lift(number: string, call: () => Promise<unknown>) {
  await later()
  await call()
  stopped.delete(number)
  left.delete(number)
}

async function report(mailbox: string, kind: string) {
  await query('select record_mail_events($1, $2)', [
    'postmark',
    [{ id: crypto.randomUUID(), kind, mailbox, at: new Date().toISOString(), isLost: true }],
  ])
  if (kind !== 'bounced softly') silenced.add(mailbox)
}

async function pass(hours: number) {
  addHours(hours)
  await query(`
    update outbox set queued_at = queued_at - interval '${hours} hours' where status in ('sent', 'failed', 'cancelled');
    update leads set remind_at = now() where remind_at is not null`)
  await query('select run_housekeeping()')
}

const deliver = (text: (typeof texts)[number]) => query('select receive_text($1, $2, $2, $3)', text)
async function text(number: string, meaning: string) {
  const sent: (typeof texts)[number] = [number, meaning, crypto.randomUUID()]
  texts.push(sent)
  await deliver(sent)
}

/**
 * A worker claims all emails and settles them. An email whose answer is lost is the same email when it is
 * tried again.
 */
async function claimAll(outcome: 'sent' | 'unanswered') {
  for (const { id, kind, token, submission_id, email, phone_e164, event } of await claim(database, 1000)) {
    const submission = submitted.get(String(submission_id))
    if (kind !== 'visitor') continue
    if (!claimed.has(id)) {
      const number = String((await recordOf(String(email)))?.phone_e164)
      expectWanted(String(email), number, event === 'reminder', repeated.has(id))
    }
    claimed.add(id)
    if (token && submission) links.set(String(token), { submission, number: String(phone_e164) })
  }
  await query(`select settle_message(id, attempts, $1) from outbox where status = 'sending'`, [outcome])
}

/** The operator releases or drops the held messages of a mailbox. If they were dropped before, nothing changes. */
async function decide(mailbox: string, isDropped: boolean) {
  addDecision(mailbox, isDropped)
  const call = isDropped ? `drop_messages('held', array[id])` : 'release_messages(array[id])'
  await query(`select desk.${call} from leads where lower(email) = $1`, [mailbox])
}

/** The steps of a history. Each step is given one of the mailboxes and one of the numbers in the history. */
const acts: Record<string, (random: Random, mailbox: string, number: string) => Promise<unknown>> = {
  submit: (random, mailbox, number) => submit(random, mailbox, number),
  'submit like a bot': (random, mailbox, number) => submit(random, mailbox, number, { suspected_bot: true }),
  'submit without tracking': (random, mailbox, number) =>
    submit(random, mailbox, number, { refuses_tracking: true }),
  async STOP(_, __, number) {
    await text(number, 'stop')
    stopped.add(number)
  },
  START: (_, __, number) => lift(number, () => text(number, 'start')),
  async 'deliver a text again'(random) {
    if (texts.length > 0) await deliver(random.pick(texts))
  },
  async 'stop by the operator'(_, __, number) {
    await query('select desk.stop_number($1)', [number])
    stopped.add(number)
  },
  'lift by the operator': (_, __, number) =>
    lift(number, () => query(`select desk.lift_stop($1, 'asked')`, [number])),
  'withdraw by link': (_, mailbox) => withdraw(mailbox, `stop_lead(lead_token(secret, 'stop'))`),
  'withdraw at the desk': (_, mailbox) => withdraw(mailbox, 'desk.withdraw_consent(id)'),
  'claim mails': () => claimAll('sent'),
  async 'lose the answers to mails'() {
    for (const _ of [1, 2, 3]) {
      await claimAll('unanswered')
      await query(`update outbox set due_at = now() where status = 'pending' and unanswered > 0`)
    }
  },
  async 'send failed emails again'() {
    const failed = await query(`select id from outbox where status = 'failed' and kind = 'visitor'`)
    const again = failed.filter(({ id }) => claimed.delete(id)).map(({ id }) => id)
    await query('select desk.requeue_messages()')
    // An email that came back has a new id.
    const queued = await query(
      'select id from outbox where former_ids || id && array(select jsonb_array_elements_text($1)::uuid)',
      [again],
    )
    for (const { id } of queued) repeated.add(id)
  },
  async confirm(random, mailbox) {
    await acts['claim mails']?.(random, '', '')
    const own = [...links].filter(([, link]) => link.submission.mailbox === mailbox)
    if (own.length === 0) return
    const [token, { number, submission }] = random.pick(own)
    await later()
    const [row] = await query('select confirm_lead($1, $2) as is_known', [token, { consent_text: 'Mine.' }])
    if (row?.is_known) pressed.add(mailbox)
    if (!row?.is_known || submission.isOver) return
    addConfirmation(mailbox, number)
  },
  async erase(_, mailbox) {
    const person = await recordOf(mailbox)
    if (person) erased.add(person.id)
    await query('select desk.erase_lead(id) from leads where lower(email) = $1', [mailbox])
    addErasure(mailbox)
    texts = []
  },
  async 'no more mails'(_, mailbox) {
    if (await unsubscribeByLink(database, mailbox)) silenced.add(mailbox)
  },
  async 'send webhooks'(random) {
    if (isWebhookOn) await receiver.receive((posts) => (random.below(2) === 0 ? posts : posts.toReversed()))
  },
  async 'send webhooks to a receiver in trouble'(random) {
    if (!isWebhookOn) return
    if (random.below(2) === 0) await receiver.passTime()
    await receiver.receive(undefined, () => random.pick(outcomes) ?? '')
  },
  'give the receiver another address': async () => receiver.move(false),
  'set another receiver': async () => receiver.move(true),
  async 'tell Meta'() {
    const events = await query(`select * from claim_ads(1000, (select key from lead_claim_key), 'meta:')`)
    for (const { email, event } of events) {
      const number = String((await recordOf(String(email)))?.phone_e164)
      expectTellable(String(email), number, String(event))
    }
    await query(`update outbox set status = 'sent' where kind = 'ad' and status = 'sending'`)
  },
  async 'turn the webhook off or on'() {
    isWebhookOn = !isWebhookOn
    if (isWebhookOn) return
    await query('select desk.end_webhooks()')
    receiver.forget()
  },
  'bounce softly': (_, mailbox) => report(mailbox, 'bounced softly'),
  complain: (_, mailbox) => report(mailbox, 'complained'),
  'bounce hard': (_, mailbox) => report(mailbox, 'bounced hard'),
  async 'a month passes'(random) {
    await acts['claim mails']?.(random, '', '')
    await pass(31 * 24)
    await acts['claim mails']?.(random, '', '')
  },
  async 'submit day after day'(random, mailbox, number) {
    for (let day = 0; day < 4; day += 1) {
      await submit(random, mailbox, number)
      if (random.below(2) === 0) {
        await acts['lose the answers to mails']?.(random, '', '')
        await pass(25)
        await acts['send failed emails again']?.(random, '', '')
      }
      await acts['claim mails']?.(random, '', '')
      await pass(25)
    }
  },
  async 'watch by the watch link'(_, mailbox) {
    const [row] = await query(
      `select may_watch(lead_token(secret, 'watch')) as answer from leads where lower(email) = $1`,
      [mailbox],
    )
    if (!row?.answer) return
    addBegin(mailbox)
    pressed.add(mailbox)
  },
  async 'watch on the page'(random, mailbox) {
    const id = random.pick(submissions.get(mailbox) ?? []) ?? crypto.randomUUID()
    await query('select begin_video($1)', [id])
    const stored = await query('select from lead_submissions where id = $1', [id])
    if (stored.length > 0) addBegin(mailbox)
  },
  async 'a calendar says something'(random, mailbox) {
    const [booker] = await query(
      `select lead_token(submission.id, 'call') as token, lower(lead.email) as mailbox
      from lead_submissions submission join leads lead on lead.id = submission.lead_id
      where lower(submission.email) = $1 order by submission.event_id desc limit 1`,
      [mailbox],
    )
    if (!booker) return
    const past = () => new Date(Date.now() - random.below(9_000_000)).toISOString()
    const kind = random.pick(['booked', 'booked', 'moved', 'cancelled', 'no-show', 'came'] as const)
    const statement = {
      ...{ kind, booking: `${mailbox} ${random.below(3)}`, at: past(), token: booker.token },
      ...(kind === 'moved' && { replacedBy: `${mailbox} ${random.below(3)}` }),
      ...(kind === 'booked' && {
        startsAt: past(),
        endsAt: random.below(2) ? past() : '2040-01-01T00:00:00Z',
      }),
    }
    await query(`select record_bookings('calendly', $1)`, [[statement, statement]])
    addBooking(String(booker.mailbox))
  },
  async 'press the link to the calendar'(_, mailbox) {
    await query(`select press_call(lead_token(id, 'call')) from lead_submissions where lower(email) = $1`, [
      mailbox,
    ])
  },
  'say who won': (random, mailbox) =>
    query(
      `update leads set outcome = $1, outcome_at = case when $1 <> 'open' then now() end, outcome_value = null
      where lower(email) = $2`,
      [random.pick(['open', 'won', 'lost'] as const), mailbox],
    ),
  async 'correct a number'(_, mailbox, number) {
    const [row] = await query(
      'select desk.correct_lead(id, phone => $2) as answer from leads where email = $1',
      [mailbox, number],
    )
    if (row?.answer === 'corrected') addNumber(mailbox, number)
  },
  async 'correct an address'(random, mailbox) {
    const to = random.pick(mailboxes)
    const [row] = await query(
      'select desk.correct_lead(id, email => $2) as answer from leads where email = $1',
      [mailbox, to],
    )
    if (row?.answer === 'corrected') addAddress(mailbox, to)
  },
  async 'take back a correction'(_, mailbox) {
    const [made] = await query(
      `select made.field, made.old_value, made.new_value, desk.undo_correction(made.id) as is_undone
      from leads person
      join lateral (
        select * from lead_corrections where lead_id = person.id order by corrected_at desc limit 1
      ) made on true
      where person.email = $1`,
      [mailbox],
    )
    if (!made?.is_undone) return
    if (made.field === 'email') undoAddress(mailbox, String(made.old_value))
    else undoNumber(mailbox, String(made.new_value))
  },
  release: (_, mailbox) => decide(mailbox, false),
  drop: (_, mailbox) => decide(mailbox, true),
  async 'drop a bot'(random, mailbox, number) {
    await submit(random, mailbox, number, { suspected_bot: true })
    await decide(mailbox, true)
  },
  'take over': (random, mailbox) =>
    query('select desk.take_over($1)', [random.pick(submissions.get(mailbox) ?? []) ?? crypto.randomUUID()]),
  'ask again': (_, mailbox) =>
    query('select desk.ask_again(array[id]) from leads where lower(email) = $1', [mailbox]),
  'switch double opt-in': () => query('update lead_settings set double_opt_in = not double_opt_in'),
  sweep: () => query('select run_housekeeping()'),
  'back up': () => {
    backUp()
    return forTables(
      (name) => `delete from kept.${name}; insert into kept.${name} select * from private.${name}`,
    )
  },
  async restore() {
    const [row] = await query('select desk.list_removals() as list')
    await forTables(
      (name, columns) =>
        `delete from private.${name};
        insert into private.${name} (${columns}) overriding system value select ${columns} from kept.${name}`,
    )
    await query('select desk.reapply_removals($1)', [row?.list])
    const back = await query('select id, email from leads')
    assert.deepEqual(
      back.filter(({ id }) => erased.has(id)),
      [],
    )
    restore(new Set(back.map(({ email }) => email)))
    texts = []
    // Of people of whom the receiver first heard after the backup, nobody knows any longer that it was told.
    const told = await query(`
      select lead_id as id from kept.told_leads
      union select lead_id from kept.outbox where kind = 'webhook' and status <> 'cancelled'`)
    receiver.forget(new Set(told.map(({ id }) => id)))
  },
}

/** The steps from which a history chooses. The most important ones are chosen more often. */
const frequent = [
  'submit',
  'submit',
  'submit',
  'withdraw by link',
  'STOP',
  'confirm',
  'confirm',
  'erase',
  'erase',
  'claim mails',
  'send webhooks',
  'send webhooks',
  'send webhooks to a receiver in trouble',
  'send webhooks to a receiver in trouble',
  'tell Meta',
  'deliver a text again',
  'a month passes',
  'drop a bot',
]
const chosenFrom = [...Object.keys(acts), ...frequent]

/** Runs `npm run leads -- --csv --for sms`, and returns the numbers and addresses from the CSV. */
async function exported() {
  const stdout = new PassThrough()
  const [csv] = await Promise.all([
    readText(stdout),
    listLeads(desk, { csv: true, for: 'sms', conversion: '', sale: '' }, {
      stdout,
      stderr: new PassThrough().resume(),
    } as unknown as Terminal).then(() => stdout.end()),
  ])
  return [...csv.matchAll(/^"(\+\d+)","[^"]*","([^"]+)"/gm)].map(([, number = '', mailbox = '']) => ({
    number,
    mailbox,
  }))
}

/** A step of a history. It makes its own random choices from its seed, so that it can be repeated without the others. */
type Step = { name: string; mailbox: string; number: string; seed: number }
type Lived = { at: number; history: Step[] }
let textable = 0

function drawHistory(random: Random, at: number): Step[] {
  const own = mailboxesOf(at)
  const numbers = [1, 2].map((digit) => `+1201${digit}${String(at).padStart(6, '0')}`)
  const first = ['submit', 'back up', ...(random.below(2) === 0 ? ['switch double opt-in'] : [])]
  return Array.from({ length: steps }, (_, step) => ({
    name: first[step] ?? random.pick(chosenFrom),
    mailbox: own[random.below(7) >> 1] ?? '',
    number: random.pick(numbers),
    seed: random.below(2 ** 31),
  }))
}

const mailboxesOf = (at: number) => [1, 2, 3, 4].map((box) => `h${at}-${box}@example.org`)

/**
 * Goes through a history. Throws as soon as somebody may be texted, or gets an email, whose last word was no.
 */
async function live({ at, history }: Lived) {
  mailboxes = mailboxesOf(at)
  await query('update lead_settings set double_opt_in = false')
  isWebhookOn = true
  await query(`insert into ad_settings (consent_versions) values ('{}') on conflict do nothing`)
  texts = []
  for (const { name, mailbox, number, seed } of history) {
    await acts[name]?.(createRandom(seed), mailbox, number)
    for (const { email, phone_e164: number, state } of await people()) {
      const no = noOf(String(email), String(number))
      const isTextable = state === 'given' || state === 'confirmed'
      if (isTextable) textable += 1
      if (isTextable && no) assert.fail(`${email} is ${state}, but ${no}`)
    }
  }
  if (!isWebhookOn) return
  await receiver.repair()
  await receiver.expectTrue()
}

const faultOf = (lived: Lived): Promise<Error | undefined> =>
  live(lived).then(
    () => undefined,
    (error: Error) => error,
  )

/**
 * Takes histories of one database, of which the last one fails. Returns what is left of them when neither a history nor
 * a step can be left out without the failure going away.
 */
async function shrink(all: Lived[]): Promise<Lived[]> {
  const without = (at: number, step: number) =>
    all.map((one, place) => (place === at ? { ...one, history: one.history.toSpliced(step, 1) } : one))
  const shorter = [
    ...all.map((_, at) => all.toSpliced(at, 1)),
    ...all.flatMap(({ history }, at) => history.map((_, step) => without(at, step))).reverse(),
  ]
  for (const some of shorter) {
    await empty()
    deleteAll()
    receiver.forget()
    for (const lived of some) if (await faultOf(lived)) return shrink(some)
  }
  return all
}

test(`nobody whose last word was no may be texted or gets an email, after ${count} random histories (HISTORIES_SEED=${seed})`, async () => {
  const random = createRandom(seed)
  /** The histories in the database. */
  let lived: Lived[] = []
  for (let at = 0; at < count; at += 1) {
    const last = { at, history: drawHistory(random, at) }
    lived.push(last)
    const fault = await faultOf(last)
    if (fault) {
      const shortest = (await shrink(lived)).flatMap(({ history }) => history)
      const lines = shortest.map(({ name, mailbox, number }) => `${name} ${mailbox} ${number}`)
      assert.fail(`history ${at}: ${fault.message}\nThe shortest history that fails:\n${lines.join('\n')}`)
    }
    if (at % 10 !== 9 && at !== count - 1) continue
    const list = await exported()
    assert.equal(new Set(list.map(({ number }) => number)).size, list.length, 'each number is listed once')
    assert.deepEqual(
      list.flatMap(({ mailbox, number }) => noOf(mailbox, number) ?? []),
      [],
    )
    const [row] = await query(
      `select count(*)::integer as listed,
        (desk.overview('{2020-01-01,infinity}', '2020-01-01', 'infinity', '2020-01-01', '2020-01-01', '2030-01-01')
          ->> 'may_be_texted')::integer as counted
      from leads where consent_state(leads) in ('given', 'confirmed') and not suspected_bot and not preview`,
    )
    assert.equal(row?.counted, row?.listed)
    const webhooks = await claim(database, 5000, 'claim_webhooks')
    const valid = webhooks.filter(({ consent }) => consent === 'given' || consent === 'confirmed')
    for (const { lead_id: id } of valid) {
      const [person] = await query('select email, phone_e164 from leads where id = $1', [id])
      assert.equal(noOf(String(person?.email), String(person?.phone_e164)), undefined)
    }
    await empty()
    receiver.forget()
    lived = []
  }
  assert.ok(textable > count)
  if (count > 50) assert.deepEqual([...happened].sort(), outcomes.toSorted())
  assert.ok((told.get('lead') ?? 0) > count / 10, JSON.stringify(Object.fromEntries(told)))
  assert.ok(
    mailed.others > count &&
      mailed.reminders > count / 10 &&
      mailed.unpressed > count / 50 &&
      repeated.size > count / 10,
    JSON.stringify({ ...mailed, repeated: repeated.size }),
  )
})
