import assert from 'node:assert/strict'
import { writeEvidence } from '../../../desk/core/evidence.ts'
import { writeExport } from '../../../desk/core/exports.ts'
import { callDesk, type Desk } from '../../../desk/core/open-desk.ts'
import { readPerson } from '../../../desk/core/person.ts'
import { verifyEvidence } from '../../../desk/core/verify-evidence.ts'
import type { Row } from '../test-database.ts'
import { claimAll, type Opened } from './acts.ts'
import { mayBeTexted, stateOf } from './consent.ts'
import { addressesOf, inEverything, inTexting, mayBeListed, wordsOf } from './contents.ts'
import { mailboxes } from './history.ts'
import { answerOf, refusalsOf } from './links.ts'
import { state } from './said.ts'

const selectPeople = `
  select email, name, phone, phone_e164 as number, consent_state(person) as state,
    text_fault(id) is null as is_textable,
    array(select distinct reason from suppressions_of(email) order by reason) as refusals,
    refuse_mail(email, 'queued') is not null as refuses
  from leads person order by email`

// What was said about each person, number and mailbox, in its order.
const selectSaid = `
  select whose, array_agg(what order by id, what) as what
  from (
    select 'person ' || email as whose, said.id, said.kind || ' ' || said.number as what
    from consent_events said join leads person on person.id = lead_id
    union all
    select phone_e164, id, kind || ' by ' || said_by from number_events
    union all
    select mailbox_hash::text, id, reason || is_lift from mailbox_events
  ) said
  group by whose order by whose`

/**
 * The SQL of a function that returns what is compared after each step: the people, what each link answers, and who
 * said what after a place of the logs. As a function, it is planned once. It then waits until the clock shows
 * another time, because the clock of the embedded database counts only whole milliseconds.
 */
export const readHolding = `
  create function public.read_holding(tokens jsonb, since bigint) returns jsonb
  language plpgsql set search_path = private, public as $$
  declare
    found jsonb := jsonb_build_object(
      'people', (select coalesce(jsonb_agg(to_jsonb(one)), '[]') from (${selectPeople}) one),
      'answers', (
        select coalesce(jsonb_object_agg(token, asked_number(token::uuid)), '{}')
        from jsonb_array_elements_text(tokens) token
      ),
      'place', (select last_value from private.event_ids),
      'said_by', array(
        select said_by from private.consent_events where id > since
        union select said_by from private.number_events where id > since
        union select said_by from private.mailbox_events where id > since
        union select 'desk:' || corrected_by from private.lead_corrections where event_id > since
        union select 'desk:' || undone_by from private.lead_corrections where undone_id > since
      )
    );
  begin
    while clock_timestamp() = now() loop end loop;
    return found;
  end $$;`

type Holding = { people: Row[]; answers: Record<string, string | null>; place: number; said_by: string[] }

/** Returns what compares the database with the model, and how much was compared. */
export function openComparison({ database, query }: Opened) {
  /**
   * Sends the emails that are due. Returns who gets them, what was said, what holds for each person, and what
   * the links answer. Expects that `verify` is clean.
   */
  async function whatHolds() {
    assert.deepEqual((await verifyEvidence(shown)).faults, [], 'verify')
    const mails = (await query(claimAll)).map(
      ({ kind, email, token }) => `${kind} ${email} ${token !== null}`,
    )
    const links = await query('select asked_number(token) as number from outbox where token is not null')
    const said = await query(selectSaid)
    return {
      said,
      mails: mails.sort(),
      people: await query(selectPeople),
      links: links.map(({ number }) => String(number)).sort(),
    }
  }

  let place = 0
  /**
   * Compares what holds for each person and what each link answers with what the model foretells. What was said at
   * the desk since the last time names one of these logins, and nothing else names a colleague.
   */
  async function expectForetold(by: string[] = []) {
    const tokens = state.links.map(({ token }) => token)
    // Without values, this takes one round trip.
    const [row] = await query(`select public.read_holding('${JSON.stringify(tokens)}', ${place}) as found`)
    const found = row?.found as Holding
    place = found.place
    for (const name of found.said_by)
      assert.ok(!name.startsWith('desk:') || by.includes(name.slice(5)), `${name} did what ${by} did`)
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
    assert.deepEqual(found.people, people, 'what holds for each person')
    assert.deepEqual(
      found.answers,
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

  async function expectFile() {
    const everything = await readFile('everything')
    assert.deepEqual(
      mailboxes.filter((mailbox) => everything.includes(mailbox)),
      inEverything(),
      'who is in the file with everything',
    )
  }

  /** Compares the files, the evidence of each person, the stored texts and `verify` with what the model foretells. */
  async function expectContents() {
    await expectFile()
    const lines = [...(await readFile('sms')).matchAll(/^"(\+\d+)","([^"]*)"/gm)]
    assert.deepEqual(
      lines.map(([, number]) => number).sort(),
      inTexting(),
      'the numbers in the file for texts',
    )
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

  return { whatHolds, expectForetold, expectContents, forgetPlace: () => (place = 0), figures }
}
