import assert from 'node:assert/strict'
import { writeEvidence } from '../../../desk/core/evidence.ts'
import { writeExport } from '../../../desk/core/exports.ts'
import { callDesk, type Desk } from '../../../desk/core/open-desk.ts'
import { readPerson } from '../../../desk/core/person.ts'
import { verifyEvidence } from '../../../desk/core/verify-evidence.ts'
import type { Opened } from './acts.ts'
import { mayBeTexted, stateOf } from './consent.ts'
import { addressesOf, inEverything, inTexting, mayBeListed, wordsOf } from './contents.ts'
import { mailboxes } from './history.ts'
import { answerOf, refusalsOf } from './links.ts'
import { state } from './said.ts'

/** Returns what compares the database with the model, and how much was compared. */
export function openComparison({ database, query }: Opened) {
  const readPeople = () =>
    query(`
      select email, name, phone, phone_e164 as number, consent_state(person) as state,
        text_fault(id) is null as is_textable,
        array(select distinct reason from suppressions_of(email) order by reason) as refusals,
        refuse_mail(email, 'queued') is not null as refuses
      from leads person order by email`)

  /** Returns what holds for each person, and what the links answer. Expects that `verify` is clean. */
  async function whatHolds() {
    assert.deepEqual((await verifyEvidence(shown)).faults, [], 'verify')
    const links = await query('select asked_number(token) as number from outbox where token is not null')
    return { people: await readPeople(), links: links.map(({ number }) => String(number)).sort() }
  }

  /** Compares what holds for each person and what each link answers with what the model foretells. */
  async function expectForetold() {
    const rows = await readPeople()
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

  return { whatHolds, expectForetold, expectFile, expectContents, figures }
}
