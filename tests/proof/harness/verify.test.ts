import assert from 'node:assert/strict'
import { test } from 'node:test'
import { submissionKey } from '../../../lib/lead/submission-key.ts'
import { leadSchema } from '../../../supabase/functions/_shared/lead.ts'
import type { Outcome } from '../../kit/answer.ts'
import { createRandom } from '../../kit/random.ts'
import { makeSubmission } from '../../kit/submission.ts'
import { receivedMail } from './mail-folder.ts'
import { type DeriveKey, verify } from './verify.ts'

type Rows = Record<string, unknown>[]
const deriveKey: DeriveKey = (formId, lead) => submissionKey(formId, lead, 'sb_secret_test')
const sent = makeSubmission(createRandom(1), { name: 'Zoe\u0308' })
const formKey = deriveKey(sent.key, leadSchema.parse({ ...sent, consent: true }))
const mail = (id: string, to: string) => receivedMail(`Message-ID: <${id}@example.com>\r\n\r\nHi`, [to])

/**
 * Returns test data with one acknowledged submission. The submission is stored under this id, and its emails
 * are right.
 */
function soundWorld(id = sent.key) {
  const { key: _, countryCode, ...lead } = sent
  const stored = { ...lead, id, name: 'Zo\u00eb', country_code: countryCode }
  const email = (kind: string) => ({ id: kind, submission_id: id, kind, status: 'sent' })
  return {
    answers: ['success'] as Outcome[],
    submissions: [{ ...stored, consent: true, consent_text: 'I agree.' }] as Rows,
    people: [{ email: sent.email }] as Rows,
    emails: [email('visitor'), email('owner')] as Rows,
    mails: [mail('visitor', sent.email), mail('owner', 'owner@example.com')],
  }
}
type World = ReturnType<typeof soundWorld>

/** Runs the checker on this test data and returns the faults that it finds. */
async function findingsIn({ answers, submissions, people, emails, mails }: World): Promise<string> {
  const ledger = {
    sent: new Map([[sent.key, sent]]),
    answers: answers.map((outcome) => ({ key: sent.key, outcome, status: 0, ms: 1 })),
  }
  const tables = { lead_submissions: submissions, outbox: emails, leads: people }
  const query = async (sql: string) => tables[/private\.(\w+)/.exec(sql)?.[1] as keyof typeof tables]
  const chain = { query: query as never, mails: async () => mails, deriveKeys: [deriveKey] }
  const { figures, ...counts } = await verify(chain, ledger)
  const broken = figures.filter(({ isKept }) => !isKept)
  return broken.map(({ figure }) => figure).join() || Object.values(counts).join()
}

const change = (rows: Rows, values: object) => Object.assign(rows[0] ?? {}, values)
const repeat = (rows: Rows, values?: object) => rows.push({ ...rows[0], ...values })
const digest = { id: 'digest', submission_id: null, kind: 'digest', status: 'sent' }
const findings: [what: string, found: RegExp, change: (world: World) => unknown][] = [
  ['no fault', /^1,1,1,2,0$/, () => {}],
  [
    'no fault of the key that the server action derives',
    /^1,1,1,2,0$/,
    (world) => Object.assign(world, soundWorld(formKey)),
  ],
  [
    'no fault of a digest',
    /^1,1,1,3,0$/,
    ({ emails, mails }) => [emails.push(digest), mails.push(mail('digest', 'owner@example.com'))],
  ],
  ['an acknowledged submission that is not stored', /I1/, (world) => world.submissions.pop()],
  ['a key stored twice', /I2 keys/, (world) => repeat(world.submissions)],
  [
    'a key stored by the function and by the form',
    /I2 keys/,
    (world) => repeat(world.submissions, { id: formKey }),
  ],
  ['a person stored twice', /I2 persons/, (world) => repeat(world.people)],
  ['a submission without its owner mail', /I3 submissions/, (world) => world.emails.pop()],
  [
    'an email without a submission',
    /I3 mails/,
    (world) => repeat(world.emails, { id: 'x', submission_id: 'y' }),
  ],
  ['an email that is not sent in the end', /I4.*end/, (world) => change(world.emails, { status: 'sending' })],
  ['an email that did not arrive', /I4.*arrive/, (world) => world.mails.pop()],
  ['an email to another recipient', /I4.*recipient/, ({ mails }) => mails[0]?.to.push('eve@example.com')],
  ['an email of no outbox row', /I5.*Message-ID/, ({ mails }) => mails.push(receivedMail('\r\n\r\n', ['x']))],
  ['an email sent twice', /I5 duplicates/, ({ mails }) => mails.push(...mails.slice(1))],
  ['an answer that nobody should get', /I6/, ({ answers }) => answers.push('wrong')],
  ['a name stored otherwise than sent', /I7/, (world) => change(world.submissions, { name: 'Zoe' })],
  ['a missing consent', /I7/, (world) => change(world.submissions, { consent: false })],
  ['a submission that nobody sent', /I7/, (world) => repeat(world.submissions, { id: 'z' })],
]

for (const [what, found, changeIt] of findings)
  test(`the checker finds ${what}`, async () => {
    const world = soundWorld()
    changeIt(world)
    assert.match(await findingsIn(world), found)
  })
