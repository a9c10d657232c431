import { type Lead, leadSchema } from '../../../supabase/functions/_shared/lead.ts'
import type { Submission } from '../../kit/submission.ts'
import type { Chain } from './chain.ts'
import { figure } from './figure.ts'
import type { Ledger } from './ledger.ts'
import type { ReceivedMail } from './mail-folder.ts'

type StoredSubmission = Omit<Submission, 'countryCode' | 'key'> & {
  id: string
  country_code: string
  consent: boolean
  consent_text: string | null
}
type StoredEmail = { id: string; submission_id: string | null; kind: string; status: string }

/** Makes the key of a submission from its content and the id of the form, in the same way as the site. */
export type DeriveKey = (formId: string, lead: Lead) => string

/** Faults that the experiment can explain. The checker does not report them. */
export type Allowances = {
  /** This many duplicate emails are allowed, no matter which emails they are. */
  duplicates?: number
  /**
   * Counts, for each id of an email, how many times nobody knew whether the email had been sent. Each of
   * these times allows one duplicate.
   */
  inDoubt?: Map<string, number>
  /** Apart from `sent`, an email may have these statuses at the end. */
  endings?: string[]
}

/**
 * Compares the ledger with the database and with the emails that were received. Returns the counts and the
 * figures.
 */
export async function verify(
  chain: { query: Chain['query']; mails(): Promise<ReceivedMail[]>; deriveKeys: DeriveKey[] },
  ledger: Pick<Ledger, 'sent' | 'answers'>,
  { duplicates = 0, inDoubt = new Map(), endings = [] }: Allowances = {},
) {
  const keyOf = new Map([...ledger.sent.values()].flatMap((sent) => idsOf(sent, chain.deriveKeys)))
  const acknowledged = new Set(
    ledger.answers.flatMap(({ key, outcome }) => (outcome === 'success' ? [key] : [])),
  )
  const submissions = await chain.query<StoredSubmission>('select * from private.lead_submissions')
  const people = await chain.query<{ email: string }>('select lower(email) as email from private.leads')
  const emails = await chain.query<StoredEmail>(
    `select id, submission_id, kind, status from private.outbox where kind <> 'webhook'`,
  )
  const mails = await chain.mails()

  const stored = new Map(submissions.map((row) => [row.id, row]))
  const storedKeys = new Set(submissions.map(({ id }) => keyOf.get(id)))
  const emailsOf = Map.groupBy(emails, (row) => row.submission_id ?? '')
  const kindsOf = (id: string) => `${(emailsOf.get(id) ?? []).map(({ kind }) => kind).sort()}`
  const ofLeads = emails.filter(({ kind }) => kind === 'visitor' || kind === 'owner')
  const due = emails.filter(({ status }) => !endings.includes(status))
  const recipientOf = ({ kind, submission_id: id }: StoredEmail) =>
    kind === 'visitor' ? stored.get(id ?? '')?.email : 'owner@example.com'
  const known = new Set(emails.map(({ id }) => id))
  const copiesOf = Map.groupBy(mails, ({ id }) => id)
  const unexplained = [...copiesOf].map(([id, copies]) => copies.length - 1 - (inDoubt.get(id) ?? 0))
  const valid = ['success', 'conflict', 'retryable', 'none']
  const count = <T>(list: Iterable<T>, isBroken: (one: T) => boolean | undefined) =>
    [...list].filter(isBroken).length
  const counts = {
    sent: ledger.sent.size,
    acknowledged: acknowledged.size,
    stored: submissions.length,
    mails: mails.length,
    duplicates: mails.length - copiesOf.size,
  }
  const broken = {
    'I1 submissions acknowledged but not stored': count(acknowledged, (key) => !storedKeys.has(key)),
    'I2 keys stored twice': submissions.length - storedKeys.size,
    'I2 persons stored twice': people.length - new Set(people.map(({ email }) => email)).size,
    'I3 submissions without their two mails': count(submissions, ({ id }) => kindsOf(id) !== 'owner,visitor'),
    'I3 mails without a submission': count(ofLeads, (row) => !stored.has(row.submission_id ?? '')),
    'I4 mails not sent in the end': count(due, ({ status }) => status !== 'sent'),
    'I4 mails that did not arrive': count(due, ({ id }) => !copiesOf.has(id)),
    'I4 mails to another recipient': count(emails, (row) =>
      copiesOf.get(row.id)?.some(({ to }) => `${to}` !== recipientOf(row)),
    ),
    'I5 mails whose Message-ID is of no outbox row': count(copiesOf.keys(), (id) => !known.has(id)),
    'I5 duplicates that nothing explains': Math.max(
      unexplained.reduce((sum, copies) => sum + Math.max(copies, 0), 0) - duplicates,
      0,
    ),
    'I6 wrong answers': count(ledger.answers, ({ outcome }) => !valid.includes(outcome)),
    'I7 submissions stored otherwise than sent': count(
      submissions,
      (row) => !isSame(row, ledger.sent.get(keyOf.get(row.id) ?? '')),
    ),
  }
  const figures = [
    ...Object.entries(broken).map(([what, count]) => figure(what, count, { exactly: 0 })),
    ...Object.entries(counts).map(([what, count]) => figure(what, count)),
  ]
  return { ...counts, figures }
}

/**
 * Returns the ids under which the submission may be stored. It is either the key of the submission, or a key that a
 * site makes from it.
 */
function idsOf(submission: Submission, deriveKeys: DeriveKey[]): [string, string][] {
  const { key } = submission
  const { data: lead } = leadSchema.safeParse({ ...submission, consent: true })
  const derived = lead ? deriveKeys.map((derive) => derive(key, lead)) : []
  return [key, ...derived].map((id) => [id, key])
}

function isSame(row: StoredSubmission, sent: Submission | undefined) {
  // A line end inside a field is stored as a space.
  const text = (value?: string) => value?.replaceAll('\u2028', ' ').trim().normalize('NFC')
  return (
    row.name === text(sent?.name) &&
    row.email === sent?.email &&
    row.phone === text(sent?.phone) &&
    row.country_code === sent?.countryCode &&
    row.consent &&
    Boolean(row.consent_text)
  )
}
