import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { type Ledger, openLedger } from './ledger.ts'
import { createRandom } from './random.ts'
import { type ReceivedMail, receivedMail } from './read-mails.ts'
import { makeSubmission, type Submission } from './submission.ts'
import { verify } from './verify.ts'

type Rows = Record<string, unknown>[]
type World = { submissions: Rows; people: Rows; emails: Rows; mails: ReceivedMail[]; sent: Submission }

/** One acknowledged submission, stored and mailed as it should be. */
function soundWorld(): World {
  const sent = makeSubmission(createRandom(1), { name: 'Zoe\u0308' })
  const { key: id, email, phone } = sent
  const stored = { id, person: email, name: 'Zo\u00eb', email, phone, country_code: sent.countryCode }
  const emails = ['visitor', 'owner'].map((kind) => ({
    id: `${kind}-mail`,
    submission_id: id,
    kind,
    status: 'sent',
  }))
  const mail = (kind: string, to: string) =>
    receivedMail(`Message-ID: <${kind}-mail@example.com>\r\n\r\nHi`, [to])
  return {
    submissions: [{ ...stored, consent: true, consent_text: 'I agree.' }],
    people: [{ email }],
    emails,
    mails: [mail('visitor', email), mail('owner', 'owner@example.com')],
    sent,
  }
}

async function verdictOf(world: World, note?: (ledger: Ledger) => Promise<void>) {
  const file = path.join(tmpdir(), `ledger-${process.pid}-${Math.random()}`)
  const ledger = await openLedger(file)
  await ledger.append({ at: 'send', submission: world.sent })
  await ledger.append({ at: 'answer', key: world.sent.key, outcome: 'success', status: 201, ms: 1 })
  await note?.(ledger)
  const query = async (sql: string) =>
    sql.includes('lead_submissions')
      ? world.submissions
      : sql.includes('lead_emails')
        ? world.emails
        : world.people
  const chain = { query: query as never, mails: async () => world.mails }
  try {
    return await verify(chain, ledger)
  } finally {
    await ledger.close()
    await rm(file)
  }
}

test('what is stored and mailed as it should be passes', async () => {
  const verdict = await verdictOf(soundWorld())
  assert.deepEqual(verdict, { sent: 1, acknowledged: 1, stored: 1, mails: 2, duplicates: 0 })
})

const broken: [string, RegExp, (world: World) => void][] = [
  ['an acknowledged lead that is not stored', /I1/, (world) => world.submissions.pop()],
  ['a key stored twice', /I2 keys/, (world) => world.submissions.push(world.submissions[0] ?? {})],
  ['a person stored twice', /I2 persons/, (world) => world.people.push(world.people[0] ?? {})],
  ['a submission without its owner mail', /I3 without/, (world) => world.emails.pop()],
  [
    'a mail of nobody',
    /I3 mails/,
    (world) => world.emails.push({ id: 'x', submission_id: 'y', kind: 'owner' }),
  ],
  [
    'a mail that did not end',
    /I4.*end/,
    ({ emails }) => Object.assign(emails[0] ?? {}, { status: 'sending' }),
  ],
  ['a mail that did not arrive', /I4.*arrive/, (world) => world.mails.pop()],
  ['a mail to somebody else', /I4.*else/, ({ mails }) => mails[0]?.to.push('eve@example.com')],
  [
    'a mail of no message id',
    /I5.*no message/,
    ({ mails }) => mails.push(receivedMail('Subject: x\r\n\r\n', ['x'])),
  ],
  ['a mail sent twice', /I5 duplicates/, ({ mails }) => mails.push(mails[0] as ReceivedMail)],
  [
    'a name stored otherwise',
    /I7/,
    ({ submissions }) => Object.assign(submissions[0] ?? {}, { name: 'Zoe' }),
  ],
  [
    'a consent that is missing',
    /I7/,
    ({ submissions }) => Object.assign(submissions[0] ?? {}, { consent: false }),
  ],
]

for (const [what, invariant, breakIt] of broken) {
  test(`${what} is found`, async () => {
    const world = soundWorld()
    breakIt(world)
    await assert.rejects(verdictOf(world), invariant)
  })
}

test('an answer that nobody should get is found', async () => {
  const world = soundWorld()
  const wrong = (ledger: Ledger) =>
    ledger.append({ at: 'answer', key: world.sent.key, outcome: 'wrong', status: 500, ms: 1 })
  await assert.rejects(verdictOf(world, wrong), /I6/)
})
