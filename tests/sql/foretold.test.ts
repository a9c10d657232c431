import assert from 'node:assert/strict'
import { env } from 'node:process'
import { after, test } from 'node:test'
import { writeEvidence } from '../../desk/core/evidence.ts'
import { writeExport } from '../../desk/core/exports.ts'
import { callDesk, type Desk } from '../../desk/core/open-desk.ts'
import { readPerson } from '../../desk/core/person.ts'
import { verifyEvidence } from '../../desk/core/verify-evidence.ts'
import { createRandom, type Random } from '../kit/random.ts'
import { claim } from './claim.ts'
import { erase, mayBeTexted, stateOf, tell, withdraw } from './foretold/consent.ts'
import {
  addressesOf,
  eraseWords,
  inEverything,
  inTexting,
  mayBeListed,
  wordsOf,
} from './foretold/contents.ts'
import { correct, drop, release, submit, takeOver, undo } from './foretold/data.ts'
import { age, deleteOld, deleteTraces } from './foretold/keeping.ts'
import { answerOf, bounce, liftRefusal, mail, press, refusalsOf, refuse } from './foretold/links.ts'
import { forget, type Person, personOf, state } from './foretold/said.ts'
import { openTestDesk } from './open-test-desk.ts'
import { sampleLead } from './sample-lead.ts'
import { emptyDatabase } from './test-on-empty.ts'
import { unsubscribeByLink } from './unsubscribe-by-link.ts'

// After each step of a random history, a model foretells what the database says.

const { HISTORIES, HISTORIES_SEED } = env
const seed = HISTORIES_SEED === 'random' ? Date.now() % 1_000_000 : Number(HISTORIES_SEED ?? 1)
const count = Number(HISTORIES) || 12
const steps = 20

const { database, query, desk } = await openTestDesk()
after(() => database.close())

// What is older than this moment is deleted when its time is over. The shortest time at the desk is a day.
await query(`
  alter table lead_settings drop constraint lead_settings_keep_submissions_check,
    drop constraint lead_settings_keep_traces_check`)
const prepare = `
  update lead_settings set ip_hold_after = 1000000, pair_hold_after = 1000000, day_hold_after = 1000000,
    busy_after = 1000000, visitor_mails_per_minute = 1000000, owner_mails_per_hour = 1000000;`

const later = () => query('do $$ begin while clock_timestamp() = now() loop end loop; end $$')
const idOf = async ({ email }: Person) =>
  (await query('select id from leads where email = $1', [email]))[0]?.id

type Scene = { mailbox: string; number: string | null; random: Random }
type Act = (scene: Scene, person: Person | undefined) => Promise<unknown>
/** Makes a step that needs a person. */
const of =
  (act: (person: Person, scene: Scene) => Promise<unknown>): Act =>
  async (scene, person) =>
    person && act(person, scene)

async function send(scene: Scene, context: object = {}): Promise<string> {
  const { mailbox: email, random } = scene
  const id = crypto.randomUUID()
  // Many type again what they typed before, also if that was corrected since.
  const before = random.below(2) === 0 && random.pick(personOf(email)?.rows ?? [])
  const { number } = before || scene
  const name = random.pick(['Ada', 'Bob', 'Eve'])
  const typed = number ?? '555 01'
  const source = `network ${random.pick([1, 1, 1, 2])}`
  await query('select accept_lead($1, $2, $3)', [
    id,
    sampleLead({ name, email, phone: typed, phone_e164: number }),
    { ip_hash: source, user_agent: `browser of ${id}`, ...context },
  ])
  submit({ id, name, email, typed, number, source }, 'suspected_bot' in context)
  return id
}

/** Sends the mails that are due. None of them goes to a mailbox that wants none, or asks with a dead link. */
async function sendMails() {
  for (const sent of await claim(database, 1000)) {
    if (sent.kind !== 'visitor') continue
    const [email, token] = [String(sent.email), sent.token === null ? null : String(sent.token)]
    const person = state.people.find(({ rows }) => rows.some(({ id }) => id === sent.submission_id))
    const row = person?.rows.find(({ id }) => id === sent.submission_id)
    assert.ok(person && row, 'the mail is about nobody')
    assert.deepEqual(refusalsOf(email), [], `${email} gets a mail`)
    mail(row, person, email, token, String(sent.phone_e164))
    const link = state.links.findLast((one) => one.token === token)
    if (token) assert.ok(link && answerOf(link), 'the mail asks with a dead link')
  }
  await query(`update outbox set status = 'sent', sent_at = now() where status = 'sending'`)
}

/** A text arrives. Its words are its own. */
async function text(number: string, meaning: string) {
  const words = `${meaning} ${crypto.randomUUID()}`
  await query('select receive_text($1, $2, $3, $4)', [number, words, meaning, crypto.randomUUID()])
  return words
}

async function report(mailbox: string, kind: string) {
  const event = { id: crypto.randomUUID(), kind, mailbox, at: new Date().toISOString() }
  await query(`select record_mail_events('postmark', $1)`, [[event]])
}

/** Runs delete_expired with settings that let only the rows live that were stored after `age`. */
let aged = ''
async function expire(setting: string) {
  if (!aged) return false
  await query(`update lead_settings set ${setting} = clock_timestamp() - $1::timestamptz`, [aged])
  await query('select delete_expired()')
  await query(`update lead_settings set ${setting} = '7 years'`)
  return true
}

const acts: Record<string, Act> = {
  submit: (scene) => send(scene),
  'submit like a bot': (scene) => send(scene, { suspected_bot: true }),
  async 'submit while the clock is ahead'(scene) {
    const id = await send(scene)
    await query(`
      alter table lead_submissions disable trigger lead_submissions_written_once;
      update lead_submissions set created_at = created_at + interval '10 minutes' where id = '${id}';
      alter table lead_submissions enable trigger lead_submissions_written_once;
      update consent_events event set happened_at = created_at
      from lead_submissions stored where stored.id = '${id}' and stored.event_id = event.id;
      update leads person set consented_at = said.consented_at
      from leads known, judge_consent(known.id, coalesce(known.phone_e164, known.phone)) said
      where person.id = known.id;`)
  },
  async STOP({ number }) {
    if (!number) return
    tell(number, { kind: 'stop', by: 'text message', words: await text(number, 'stop') })
  },
  async START({ number }) {
    if (!number) return
    tell(number, { kind: 'start', by: 'text message', words: await text(number, 'start') })
  },
  async 'a text that means something else'({ number }) {
    if (!number) return
    state.texts.push({ sender: number, words: await text(number, 'other') })
  },
  async 'the operator takes a text for a stop'() {
    const [open] = await query(
      `select id, sender, words from incoming_texts where answered_at is null order by received_at limit 1`,
    )
    if (!open) return
    await desk('answer_text', { id: open.id, is_stop: true })
    tell(String(open.sender), { kind: 'stop', by: 'text message', words: String(open.words) })
  },
  async 'stop by the operator'({ number }) {
    if (!number) return
    await desk('stop_number', { phone: number })
    tell(number, { kind: 'stop', by: 'desk' })
  },
  async 'lift by the operator'({ number }) {
    if (!number) return
    const words = `asked ${crypto.randomUUID()}`
    const isLifted = await desk<boolean>('lift_stop', { phone: number, note: words })
    if (isLifted) tell(number, { kind: 'lift', by: 'desk', words })
  },
  'withdraw by link': of(async (person) => {
    await query(`select stop_lead(lead_token(secret, 'stop')) from leads where email = $1`, [person.email])
    withdraw(person)
  }),
  'withdraw at the desk': of(async (person) => {
    await desk('withdraw_consent', { id: await idOf(person) })
    withdraw(person)
  }),
  confirm: of(async (person, { random }) => {
    const link = random.pick(state.links.filter((one) => one.person === person))
    if (!link) return
    const source = `network ${random.pick([1, 1, 1, 2])}`
    const [row] = await query('select confirm_lead($1, $2) as done', [
      link.token,
      { consent_text: 'Mine.', ip_hash: source },
    ])
    const before = person.rows.length
    assert.equal(row?.done, press(link, '', source), 'what the page says after the press')
    const [stored] = await query('select id from lead_submissions order by event_id desc limit 1')
    const pressed = person.rows[before]
    if (pressed) pressed.id = String(stored?.id)
  }),
  erase: of(async (person) => {
    await desk('erase_lead', { id: await idOf(person) })
    eraseWords(person)
    erase(person)
  }),
  release: of(async (person) => {
    await desk('release_messages', { only_leads: [await idOf(person)] })
    release(person)
  }),
  drop: of(async (person) => {
    const only = [await idOf(person)]
    await desk('drop_messages', { from_status: 'held', only_leads: only })
    drop(person)
  }),
  'use this data': of(async (person, { random }) => {
    const row = random.pick(person.rows.filter(({ kind }) => kind !== 'withdrawal'))
    if (!row) return
    await desk('take_over', { submission: row.id })
    takeOver(person, row)
  }),
  'correct a number': of(async (person, { random }) => {
    const number = random.pick(
      numbers.filter((one) => one && (one !== person.number || random.below(8) === 0)),
    )
    if (!number) return
    const answer = await desk<string>('correct_lead', { id: await idOf(person), phone: number })
    assert.equal(answer === 'corrected', correct(person, 'phone', number))
  }),
  'correct an address': of(async (person, { random }) => {
    const email = random.pick(mailboxes.filter((one) => one !== person.email || random.below(8) === 0))
    if (!email) return
    const answer = await desk<string>('correct_lead', { id: await idOf(person), email })
    assert.equal(answer === 'corrected', correct(person, 'email', email))
  }),
  'take back a correction': of(async (person, { random }) => {
    const held = person.corrections.filter(({ undoneAt }) => undoneAt === undefined)
    const made = random.below(4) ? held.at(-1) : random.pick(held)
    if (!made) return
    const [stored] = await query(
      `select id from lead_corrections
      where lead_id = $1 and undone_id is null and field = $2 and new_value = $3
      order by event_id offset $4 limit 1`,
      [await idOf(person), made.field, made.to, sameBefore(person, made)],
    )
    assert.equal(
      await desk<boolean>('undo_correction', { correction: stored?.id }),
      undo(person, made),
      'whether a correction is taken back',
    )
  }),
  'ask again': of(async (person) => desk('ask_again', { only_leads: [await idOf(person)] })),
  'send a mail again': of(async (person, { random }) => {
    const row = random.pick(person.rows)
    await desk('send_again', { submission: row.id || crypto.randomUUID(), kind: 'visitor' })
  }),
  async 'switch double opt-in'() {
    await query('update lead_settings set double_opt_in = not double_opt_in')
    state.doubleOptIn = !state.doubleOptIn
  },
  async 'no more mails'({ mailbox }) {
    if (await unsubscribeByLink(database, mailbox)) refuse(mailbox, 'unsubscribed')
  },
  async complain({ mailbox }) {
    await report(mailbox, 'complained')
    refuse(mailbox, 'complained')
  },
  async bounce({ mailbox }) {
    await report(mailbox, 'bounced hard')
    bounce(mailbox)
  },
  'lift one reason': of(async (person, { random }) => {
    const reason = random.pick(['unsubscribed', 'complained', 'bounced'])
    const values = { id: await idOf(person), reason, note: 'She called.' }
    const answer = await desk<string | null>('lift_suppression', values)
    assert.equal(answer === 'lifted', liftRefusal(person.email, reason))
  }),
  'a day passes': () => pass(25),
  'a month passes': () => pass(31 * 24),
  async 'years begin'() {
    await sweep()
    await sweep()
    aged = String((await query('select clock_timestamp()::text as at'))[0]?.at)
    age()
  },
  async 'traces end'() {
    if (await expire('keep_traces')) deleteTraces()
  },
  async 'evidence ends'() {
    if (await expire('keep_submissions')) deleteOld()
  },
}
const sameBefore = ({ corrections }: Person, made: Person['corrections'][number]) =>
  corrections
    .slice(0, corrections.indexOf(made))
    .filter(({ field, to, undoneAt }) => field === made.field && to === made.to && undoneAt === undefined)
    .length

const sweep = () => query('select run_housekeeping()')
async function pass(hours: number) {
  await query(`update outbox set queued_at = queued_at - interval '${hours} hours',
    claimed_at = claimed_at - interval '${hours} hours' where status <> 'held'`)
  state.hour += hours
}

/** Compares what holds for each person and what each link answers with what the model foretells. */
async function expectForetold() {
  const rows = await query(`
    select email, name, phone, phone_e164 as number, consent_state(person) as state,
      text_fault(id) is null as is_textable,
      array(select distinct reason from suppressions_of(email) order by reason) as refusals,
      refuse_mail(email, 'queued') is not null as refuses
    from leads person order by email`)
  const people = state.people
    .toSorted((one, two) => (one.email < two.email ? -1 : 1))
    .map((person) => ({
      email: person.email,
      name: person.name,
      phone: person.typed,
      number: person.number,
      state: stateOf(person),
      is_textable: mayBeTexted(person),
      refusals: refusalsOf(person.email),
      refuses: refusalsOf(person.email).length > 0,
    }))
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    people,
    'what holds for each person',
  )
  const answers = await query(
    'select token, asked_number(token) as number from jsonb_array_elements_text($1) listed, lateral (select listed::uuid as token) one',
    [state.links.map(({ token }) => token)],
  )
  assert.deepEqual(
    Object.fromEntries(answers.map(({ token, number }) => [token, number])),
    Object.fromEntries(state.links.map((link) => [link.token, answerOf(link)])),
    'what each mailed link answers',
  )
  figures.links += state.links.length
  figures.dead += state.links.filter((link) => !answerOf(link)).length
  figures.textable += people.filter(({ is_textable }) => is_textable).length
}

const shown: Desk = {
  call: (name, values) =>
    database.rollBackAfter((run) => callDesk((sql, list) => run(sql, list), name, values ?? {})),
  close: () => Promise.resolve(),
}
async function readFile(use: 'everything' | 'sms') {
  let file = ''
  for await (const part of writeExport(shown, { filters: {} }, { use, conversion: '', sale: '' }))
    file += part
  return file
}

/** Compares the files, the evidence of each person, the stored texts and `verify` with what the model foretells. */
async function expectContents() {
  const everything = await readFile('everything')
  assert.deepEqual(
    mailboxes.filter((mailbox) => everything.includes(mailbox)),
    inEverything(),
    'who is in the file with everything',
  )
  const lines = [...(await readFile('sms')).matchAll(/^"(\+\d+)","([^"]*)"/gm)]
  assert.deepEqual(lines.map(([, number]) => number).sort(), inTexting(), 'the numbers in the file for texts')
  for (const [line, number = '', name = ''] of lines) assert.ok(mayBeListed(number, name), line)
  const stored = await query('select sender, words from incoming_texts order by received_at')
  assert.deepEqual(
    stored.map((row) => ({ ...row })),
    state.texts,
    'the stored texts',
  )

  const evidence = await verifyEvidence(shown)
  assert.deepEqual(evidence.faults, [], 'verify')
  const ids = state.people.flatMap(({ rows }) => rows.flatMap(({ id }) => id || []))
  const words = [...state.numbers.values()].flat().flatMap((event) => event.words ?? [])
  for (const person of state.people) {
    const text = writeEvidence(await readPerson(shown, { email: person.email }), evidence, new Date())
    const whose = `the evidence of ${person.email}`
    assert.deepEqual(
      ids.filter((id) => text.includes(id)),
      person.rows.flatMap(({ id }) => id || []),
      `${whose}: its submissions`,
    )
    assert.deepEqual(
      words.filter((said) => text.includes(said)).sort(),
      wordsOf(person),
      `${whose}: its texts`,
    )
    const others = mailboxes.filter((mailbox) => !addressesOf(person).has(mailbox))
    assert.deepEqual(
      others.filter((mailbox) => text.includes(mailbox)),
      [],
      `${whose}: other addresses`,
    )
    figures.words += wordsOf(person).length
  }
}
const figures = { words: 0, links: 0, dead: 0, textable: 0 }

const mailboxes = ['ada@example.org', 'bob@example.org', 'eve@example.org']
const numbers = ['+12015550123', '+12015550199', '+12015550188', null]

/** A step makes its own random choices from its seed, so that it can be repeated without the others. */
type Step = { name: string; mailbox: string; number: string | null; seed: number }

/** What the steps are about. Those about one subject go together. */
const subjects = [
  ['correct a number', 'take back a correction', 'use this data'],
  ['correct an address', 'take back a correction', 'use this data'],
  ['STOP', 'START', 'stop by the operator', 'lift by the operator'],
  ['a text that means something else', 'the operator takes a text for a stop', 'START', 'erase'],
  ['withdraw by link', 'withdraw at the desk', 'erase', 'lift by the operator'],
  ['ask again', 'send a mail again', 'switch double opt-in', 'a month passes'],
  ['no more mails', 'complain', 'bounce', 'lift one reason'],
  ['submit like a bot', 'release', 'drop', 'submit while the clock is ahead'],
  ['years begin', 'traces end', 'evidence ends'],
]

/** A history is about two subjects and has few people and numbers, so that it goes deep into these. */
function drawHistory(random: Random): Step[] {
  const some = <T>(list: readonly T[], size: number) => Array.from({ length: size }, () => random.pick(list))
  const kinds = [...some(subjects, 2).flat(), ...some(['submit', 'submit', 'confirm', 'a day passes'], 5)]
  const own = some(mailboxes, 1 + random.below(3))
  const known = some(numbers, 2 + random.below(2))
  const isOn = random.below(2) === 0
  return Array.from({ length: steps }, (_, at) => ({
    name: at === 0 ? 'submit' : at === 1 && isOn ? 'switch double opt-in' : random.pick(kinds),
    mailbox: random.pick(own),
    number: random.pick(known),
    seed: random.below(2 ** 31),
  }))
}

/** Goes through a history. Throws as soon as the database says something else than the model. */
async function live(history: Step[]) {
  await query(emptyDatabase + prepare)
  forget()
  aged = ''
  for (const { name, mailbox, number, seed } of history) {
    await later()
    const random = createRandom(seed)
    await acts[name]?.({ mailbox, number, random }, personOf(mailbox) ?? random.pick(state.people))
    await sweep()
    await sendMails()
    await expectForetold()
  }
  await expectContents()
}

const faultOf = (history: Step[]): Promise<Error | undefined> =>
  live(history).then(
    () => undefined,
    (error: Error) => error,
  )

/** Returns what is left of a history that fails when no step can be left out without the failure going away. */
async function shrink(history: Step[]): Promise<Step[]> {
  for (let at = history.length - 1; at >= 0; at -= 1) {
    const shorter = history.toSpliced(at, 1)
    if (await faultOf(shorter)) return shrink(shorter)
  }
  return history
}

test(`what holds is what a model foretells, in ${count} random histories (HISTORIES_SEED=${seed})`, async () => {
  const random = createRandom(seed)
  for (let at = 0; at < count; at += 1) {
    const history = drawHistory(random)
    if (!(await faultOf(history))) continue
    const shortest = await shrink(history)
    const fault = await faultOf(shortest)
    const lines = shortest.map(({ name, mailbox, number, seed }) => `${name} ${mailbox} ${number} ${seed}`)
    assert.fail(`history ${at}: ${fault?.stack}\nThe shortest history that fails:\n${lines.join('\n')}`)
  }
  assert.ok(
    figures.links > count &&
      figures.dead > count / 4 &&
      figures.textable > count &&
      figures.words > count / 20,
    JSON.stringify(figures),
  )
})
