import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import type { Random } from '../../kit/random.ts'
import type { openTestDesk } from '../open-test-desk.ts'
import { sampleLead } from '../sample-lead.ts'
import type { Row } from '../test-database.ts'
import { unsubscribeByLink } from '../unsubscribe-by-link.ts'
import { tell, withdraw } from './consent.ts'
import { correct, drop, release, submit, takeOver, undo, type Way } from './data.ts'
import { mailboxes, numbers } from './history.ts'
import { age, deleteOld, deleteTraces } from './keeping.ts'
import { answerOf, bounce, bounceMail, liftRefusal, mail, press, refusalsOf, refuse } from './links.ts'
import { ageOfBackup, backUp, eraseForGood, forgetBackup, restoreBackup } from './restoring.ts'
import { type Person, personOf, state } from './said.ts'

// What people, operators, providers and the time do, each in the database and in the model.

export type Opened = Awaited<ReturnType<typeof openTestDesk>>
/** What a step is about, and the desk as the colleague sees it who does the step. */
export type Scene = { mailbox: string; number: string | null; random: Random; desk: Opened['desk'] }
type Act = (scene: Scene, person: Person | undefined) => Promise<unknown>

/** Claims all emails that are due, in one call, because it is made very often. See claim.ts. */
export const claimAll = `
  select close_digests(), write_contents();
  select mail.* from lead_claim_key, claim_mails(1000, claim_key => key) mail`

const colleague = 'cal@example.com'
const withouts = ['nothing', 'sequences']

/** Returns the SQL that stores a backup under this name. */
const backUpAs = (name: string) => `
  delete from public.old_backups where name = '${name}';
  delete from public.old_lines where backup = '${name}';
  insert into public.old_backups values ('${name}', backup.describe());
  insert into public.old_lines
  select '${name}', known.name, line
  from jsonb_to_recordset(backup.describe() -> 'tables') known (name text), backup.read_rows(known.name) line`

/**
 * Returns the SQL that restores a backup, with or without its sequences, and repeats the removals. If time has passed
 * since, it passes for what is restored, too, and then the list comes after the restore.
 */
const restore = (name: string, without: string, passed = '') => `
  do $$
  declare
    described jsonb := (select described from public.old_backups where name = '${name}') - '${without}';
    removals constant text := desk.list_removals();
  begin
    insert into private.backup_lines select table_name, line from public.old_lines where backup = '${name}';
    -- Of tables with few rows, this takes less time than truncating them.
    set local session_replication_role = replica;
    execute (select string_agg(format('delete from private.%I', name), ';') from private.backup_tables());
    set local session_replication_role = origin;
    if described -> 'sequences' is null then
      perform setval('private.event_ids', 1);
    end if;
    perform backup.restore(described, ${passed ? "''" : 'removals'});
    ${passed && `${passed}; perform desk.reapply_removals(removals);`}
  end $$`

/** Returns the SQL by which what is stored is so much older. */
const passSql = (hours: number) => `
  update outbox set queued_at = queued_at - interval '${hours} hours', claimed_at = claimed_at - interval '${hours} hours',
    former_claims = array(select claim - interval '${hours} hours' from unnest(former_claims) claim)
  where status <> 'held';
  update mailbox_events set happened_at = happened_at - interval '${hours} hours'`

/** Makes a step that needs a person. */
const of =
  (act: (person: Person, scene: Scene) => Promise<unknown>): Act =>
  async (scene, person) =>
    person && act(person, scene)

/**
 * Returns the steps by their names, what sends emails and what sweeps, and what forgets how old things are.
 */
export function openActs({ query }: Pick<Opened, 'query'>) {
  const later = () => query('do $$ begin while clock_timestamp() = now() loop end loop; end $$')
  const ids = new Map<string, string>()
  // What is held may wait for longer than a setting stays.
  const uncopied = new Set<unknown>()
  let areCopiesNew = false
  /** Returns the id of a person, also after the address was corrected or the person was erased. */
  async function idOf(person: Person) {
    const known = ids.get(person.key)
    if (known) return known
    const [row] = await query('select id from leads where email = $1', [person.email])
    if (row) ids.set(person.key, String(row.id))
    return row?.id
  }

  async function send(scene: Scene, way: Way = 'own'): Promise<string> {
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
      {
        ip_hash: source,
        user_agent: `browser of ${id}`,
        suspected_bot: way === 'bot',
        preview: way === 'preview',
      },
    ])
    if (way !== 'own') uncopied.add(id)
    submit({ id, name, email, typed, number, source }, way)
    return id
  }

  /**
   * Sends the emails that are due. None of them goes to a mailbox that wants none, or asks with a dead link.
   */
  async function sendMails() {
    const mails = await query(claimAll)
    if (mails.length === 0) return
    expectCopies(mails)
    for (const sent of mails) {
      if (sent.kind !== 'visitor') continue
      const [email, token] = [String(sent.email), sent.token === null ? null : String(sent.token)]
      const person = state.people.find(({ rows }) => rows.some(({ id }) => id === sent.submission_id))
      const row = person?.rows.find(({ id }) => id === sent.submission_id)
      assert.ok(person && row, 'the email is about nobody')
      if (row.isPreview) {
        assert.deepEqual([token, sent.record ?? null], [null, null], 'the email of a preview tells something')
        continue
      }
      assert.deepEqual(refusalsOf(email), [], `${email} gets a mail`)
      mail({ id: String(sent.id), row, person, mailbox: email, token, number: String(sent.phone_e164) })
      const link = state.links.findLast((one) => one.token === token)
      if (token) assert.ok(link && answerOf(link), 'the email asks with a dead link')
    }
    await query(`update outbox set status = 'sent', sent_at = now() where status = 'sending'`)
  }

  /** A colleague gets what the owner gets about each form since the last change of the setting, and nothing else. */
  function expectCopies(mails: Row[]) {
    const owners = mails.filter(({ kind, submission_id }) => kind === 'owner' && submission_id !== null)
    const copies = mails.filter(({ kind }) => kind === 'colleague')
    for (const copy of copies) {
      const { id, kind, recipient, sequence } = copy
      assert.ok(state.hasCopies && recipient === colleague, 'who gets a copy')
      const same = { id, kind, recipient, sequence }
      const meant = owners.map((owner) => ({ ...owner, ...same }))
      assert.ok(
        meant.some((owner) => isDeepStrictEqual(owner, { ...copy })),
        'a copy of nothing',
      )
    }
    const owed = owners.filter(({ submission_id }) => state.hasCopies && !uncopied.has(submission_id))
    if (!areCopiesNew) assert.ok(copies.length >= owed.length, 'a copy is missing')
    areCopiesNew = false
  }

  /** A text arrives. Its words are its own. */
  async function text(number: string, meaning: string) {
    const words = `${meaning} ${crypto.randomUUID()}`
    await query('select receive_text($1, $2, $3, $4)', [number, words, meaning, crypto.randomUUID()])
    return words
  }

  async function report(mailbox: string, kind: string, messageId?: string, at = Date.now()) {
    const event = { id: crypto.randomUUID(), kind, mailbox, messageId, at: new Date(at).toISOString() }
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
    'submit like a bot': (scene) => send(scene, 'bot'),
    'submit from a preview': (scene) => send(scene, 'preview'),
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
    async 'the operator takes a text for a stop'({ desk }) {
      const [open] = await query(
        `select id, sender, words from incoming_texts where answered_at is null order by received_at limit 1`,
      )
      if (!open) return
      await desk('answer_text', { id: open.id, is_stop: true })
      tell(String(open.sender), { kind: 'stop', by: 'text message', words: String(open.words) })
    },
    async 'stop by the operator'({ number, desk }) {
      if (!number) return
      await desk('stop_number', { phone: number })
      tell(number, { kind: 'stop', by: 'desk' })
    },
    async 'lift by the operator'({ number, desk }) {
      if (!number) return
      const words = `asked ${crypto.randomUUID()}`
      const isLifted = await desk<boolean>('lift_stop', { phone: number, note: words })
      if (isLifted) tell(number, { kind: 'lift', by: 'desk', words })
    },
    'withdraw by link': of(async (person) => {
      await query(`select stop_lead(lead_token(secret, 'stop')) from leads where id = $1`, [
        await idOf(person),
      ])
      withdraw(person)
    }),
    'withdraw at the desk': of(async (person, { desk }) => {
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
    erase: of(async (person, { desk }) => {
      await desk('erase_lead', { id: await idOf(person) })
      eraseForGood(person)
    }),
    release: of(async (person, { desk }) => {
      await desk('release_messages', { only_leads: [await idOf(person)] })
      release(person)
    }),
    drop: of(async (person, { desk }) => {
      const only = [await idOf(person)]
      await desk('drop_messages', { from_status: 'held', only_leads: only })
      drop(person)
    }),
    'use this data': of(async (person, { random, desk }) => {
      const row = random.pick(person.rows.filter(({ kind }) => kind !== 'withdrawal'))
      if (!row) return
      await desk('take_over', { submission: row.id })
      takeOver(person, row)
    }),
    'correct a number': of(async (person, { random, desk }) => {
      const number = random.pick(
        numbers.filter((one) => one && (one !== person.number || random.below(8) === 0)),
      )
      if (!number) return
      const answer = await desk<string>('correct_lead', { id: await idOf(person), phone: number })
      assert.equal(answer === 'corrected', correct(person, 'phone', number))
    }),
    'correct an address': of(async (person, { random, desk }) => {
      const email = random.pick(mailboxes.filter((one) => one !== person.email || random.below(8) === 0))
      if (!email) return
      const answer = await desk<string>('correct_lead', { id: await idOf(person), email })
      assert.equal(answer === 'corrected', correct(person, 'email', email))
    }),
    'take back a correction': of(async (person, { random, desk }) => {
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
    'ask again': of(async (person, { desk }) => desk('ask_again', { only_leads: [await idOf(person)] })),
    'send an email again': of(async (person, { random, desk }) => {
      const row = random.pick(person.rows)
      await desk('send_again', { submission: row.id || crypto.randomUUID(), kind: 'visitor' })
    }),
    async 'switch double opt-in'() {
      await query('update lead_settings set double_opt_in = not double_opt_in')
      state.doubleOptIn = !state.doubleOptIn
    },
    async 'switch copies'() {
      await query('update lead_settings set also_notify = $1', [state.hasCopies ? [] : [colleague]])
      state.hasCopies = !state.hasCopies
      areCopiesNew = true
    },
    async 'a restore'({ random }) {
      await query(backUpAs('now'))
      await query(restore('now', random.pick(withouts)))
    },
    async 'a backup'() {
      for (const person of state.people) await idOf(person)
      await query(backUpAs('older'))
      backUp()
    },
    async 'the backup is restored'({ random }) {
      const hours = ageOfBackup()
      if (hours === undefined) return
      await query(restore('older', random.pick(withouts), hours ? passSql(hours) : ''))
      restoreBackup(({ key }) => ids.get(key) ?? '')
      aged = ''
      areCopiesNew = true
    },
    async 'no more mails'({ mailbox }) {
      const database = { query, queryAs: (_: string, sql: string, values?: unknown[]) => query(sql, values) }
      if (await unsubscribeByLink(database, mailbox)) refuse(mailbox, 'unsubscribed')
    },
    // A provider may tell late of it.
    async complain({ mailbox, random }) {
      await report(mailbox, 'complained', undefined, Date.now() - random.below(2) * 3_600_000)
      refuse(mailbox, 'complained')
    },
    async bounce({ mailbox }) {
      await report(mailbox, 'bounced hard')
      bounce(mailbox)
    },
    // A provider may tell twice of the same email.
    async 'an email bounces'({ random }) {
      const sent = random.pick(state.mails)
      if (!sent) return
      for (let times = random.below(2); times >= 0; times -= 1) {
        await report(sent.mailbox, 'bounced hard', `${sent.id}@example.org`)
        bounceMail(sent)
      }
    },
    'lift one reason': of(async (person, { random, desk }) => {
      const held = refusalsOf(person.email)
      const reason = random.pick(
        held.length > 0 && random.below(4) ? held : ['unsubscribed', 'complained', 'bounced'],
      )
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

  async function sweep() {
    await query('select run_housekeeping()')
    state.sweptAt = state.place
  }
  /** Nothing is old, and there is no backup. */
  function rejuvenate() {
    aged = ''
    forgetBackup()
  }
  async function pass(hours: number) {
    await query(passSql(hours))
    state.hour += hours
  }

  return { acts, idOf, later, sweep, sendMails, rejuvenate }
}
