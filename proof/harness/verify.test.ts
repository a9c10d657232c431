import assert from 'node:assert/strict'
import { test } from 'node:test'
import { submissionKey } from '../../lib/lead/submission-key.ts'
import { leadSchema } from '../../supabase/functions/_shared/lead.ts'
import type { Outcome } from '../../tests/kit/answer.ts'
import { createRandom } from '../../tests/kit/random.ts'
import { makeSubmission } from '../../tests/kit/submission.ts'
import { createLedger } from './ledger.ts'
import { type ReceivedMail, receivedMail } from './mail-folder.ts'
import { type DeriveKey, verify } from './verify.ts'

type Rows = Record<string, unknown>[]
const deriveKey: DeriveKey = (formId, lead) => submissionKey(formId, lead, 'sb_secret_test')
const sent = makeSubmission(createRandom(1), { name: 'Zoe\u0308' })

/** One acknowledged submission, stored and mailed as it should be, by default under its own key. */
function soundWorld(id = sent.key) {
  const { key: _, countryCode, ...lead } = sent
  const stored = { ...lead, id, name: 'Zo\u00eb', country_code: countryCode }
  const mail = (kind: string, to: string) => receivedMail(`Message-ID: <${kind}@example.com>\r\n\r\nHi`, [to])
  const email = (kind: string) => ({ id: kind, submission_id: id, kind, status: 'sent' })
  return {
    submissions: [{ ...stored, consent: true, consent_text: 'I agree.' }] as Rows,
    people: [{ email: sent.email }] as Rows,
    emails: [email('visitor'), email('owner')] as Rows,
    mails: [mail('visitor', sent.email), mail('owner', 'owner@example.com')],
  }
}
type World = ReturnType<typeof soundWorld>

/** Runs the checker on a world whose visitor got these answers. */
async function verdictOf({ submissions, people, emails, mails }: World, outcomes: Outcome[] = ['success']) {
  const ledger = createLedger()
  for (const outcome of outcomes)
    await ledger.send(sent, async () => ({ outcome, status: 0, ms: 1, headers: {}, body: '' }))
  const tables = { lead_submissions: submissions, outbox: emails, leads: people }
  const query = async (sql: string) => tables[/public\.(\w+)/.exec(sql)?.[1] as keyof typeof tables]
  return verify({ query: query as never, mails: async () => mails, deriveKeys: [deriveKey] }, ledger)
}

test('a submission that is stored and mailed as it should be passes', async () => {
  const figures = { sent: 1, acknowledged: 1, stored: 1, mails: 2, duplicates: 0 }
  assert.deepEqual(await verdictOf(soundWorld()), figures)
})

test('a digest to the owner, which is of no submission, passes', async () => {
  const world = soundWorld()
  world.emails.push({ id: 'digest', submission_id: null, kind: 'digest', status: 'sent' })
  world.mails.push(receivedMail('Message-ID: <digest@example.com>\r\n\r\nHi', ['owner@example.com']))
  assert.equal((await verdictOf(world)).mails, 3)
})

const formKey = deriveKey(sent.key, leadSchema.parse({ ...sent, consent: true }))
test('a submission through the form passes under the key that the server action derives', async () => {
  assert.equal((await verdictOf(soundWorld(formKey))).stored, 1)
})

const change = (rows: Rows, values: object) => Object.assign(rows[0] ?? {}, values)
const repeat = (rows: Rows, values?: object) => rows.push({ ...rows[0], ...values })
const findings: Record<string, [RegExp, (world: World) => unknown]> = {
  'an acknowledged submission that is not stored': [/I1/, (world) => world.submissions.pop()],
  'a key stored twice': [/I2 keys/, (world) => repeat(world.submissions)],
  'a key stored by the function and by the form': [
    /I2 keys/,
    (world) => repeat(world.submissions, { id: formKey }),
  ],
  'a person stored twice': [/I2 persons/, (world) => repeat(world.people)],
  'a submission without its owner mail': [/I3 submissions/, (world) => world.emails.pop()],
  'a mail without a submission': [
    /I3 mails/,
    (world) => repeat(world.emails, { id: 'x', submission_id: 'y' }),
  ],
  'a mail that is not sent in the end': [/I4.*end/, (world) => change(world.emails, { status: 'sending' })],
  'a mail that did not arrive': [/I4.*arrive/, (world) => world.mails.pop()],
  'a mail to another recipient': [/I4.*recipient/, ({ mails }) => mails[0]?.to.push('eve@example.com')],
  'a mail of no outbox row': [/I5.*Message-ID/, ({ mails }) => mails.push(receivedMail('\r\n\r\n', ['x']))],
  'a mail sent twice': [/I5 duplicates/, ({ mails }) => mails.push(mails[0] as ReceivedMail)],
  'a name stored otherwise than sent': [/I7/, (world) => change(world.submissions, { name: 'Zoe' })],
  'a missing consent': [/I7/, (world) => change(world.submissions, { consent: false })],
  'a submission that nobody sent': [/I7/, (world) => repeat(world.submissions, { id: 'z' })],
}

for (const [what, [invariant, breakIt]] of Object.entries(findings)) {
  test(`the checker finds ${what}`, async () => {
    const world = soundWorld()
    breakIt(world)
    await assert.rejects(verdictOf(world), invariant)
  })
}

test('the checker finds an answer that nobody should get', async () => {
  await assert.rejects(verdictOf(soundWorld(), ['success', 'wrong']), /I6/)
})
