import type { Chain } from './chain.ts'
import type { Ledger } from './ledger.ts'
import { mailId, type ReceivedMail } from './read-mails.ts'
import type { Submission } from './submission.ts'

type StoredSubmission = Omit<Submission, 'countryCode' | 'key'> & {
  id: string
  person: string
  country_code: string
  consent: boolean
  consent_text: string | null
}
type StoredEmail = { id: string; submission_id: string; kind: 'visitor' | 'owner'; status: string }

type Options = {
  mails?: ReceivedMail[]
  /** Duplicates that the kills of this experiment explain. */
  duplicatesAllowed?: number
  /** States besides `sent` that a mail may rightly end in here. */
  mayEndAs?: string[]
}

/** Joins ledger, database and mails and returns the figures; throws what breaks one of the invariants I1 to I7. */
export async function verify(chain: Pick<Chain, 'query' | 'mails'>, ledger: Ledger, options: Options = {}) {
  const { duplicatesAllowed = 0, mayEndAs = [] } = options
  const entries = await ledger.read()
  const sends = entries.flatMap((entry) => (entry.at === 'send' ? [entry.submission] : []))
  const sent = Map.groupBy(sends, ({ key }) => key)
  const answers = entries.filter((entry) => entry.at === 'answer')
  const acknowledged = new Set(answers.flatMap(({ key, outcome }) => (outcome === 'success' ? [key] : [])))
  const submissions = await chain.query<StoredSubmission>(
    `select s.*, lower(l.email) as person from public.lead_submissions s join public.leads l on l.id = s.lead_id`,
  )
  const people = await chain.query<{ email: string }>('select lower(email) as email from public.leads')
  const emails = await chain.query<StoredEmail>(
    'select id, submission_id, kind, status from public.lead_emails',
  )
  const mails = options.mails ?? (await chain.mails())

  const broken: string[] = []
  const check = (invariant: string, wrong: number) => wrong > 0 && broken.push(`${invariant}: ${wrong}`)
  const stored = new Map(submissions.map((row) => [row.id, row]))
  const emailsOf = Map.groupBy(emails, (row) => row.submission_id)
  const copiesOf = Map.groupBy(mails, mailId)

  check('I1 acknowledged and not stored', [...acknowledged].filter((key) => !stored.has(key)).length)
  check('I2 keys stored twice', submissions.length - stored.size)
  check('I2 persons stored twice', people.length - new Set(people.map(({ email }) => email)).size)
  const kindsOf = (id: string) => (emailsOf.get(id) ?? []).map(({ kind }) => kind).sort()
  check(
    'I3 without its two mails',
    submissions.filter(({ id }) => `${kindsOf(id)}` !== 'owner,visitor').length,
  )
  check('I3 mails of nobody', emails.filter((row) => !stored.has(row.submission_id)).length)

  const owed = emails.filter(({ status }) => !mayEndAs.includes(status))
  check('I4 mails that did not end', owed.filter(({ status }) => status !== 'sent').length)
  check('I4 mails that did not arrive', owed.filter(({ id }) => !copiesOf.has(id)).length)
  const recipientOf = ({ kind, submission_id: id }: StoredEmail) =>
    kind === 'owner' ? 'owner@example.com' : stored.get(id)?.email
  const astray = emails.filter((row) => copiesOf.get(row.id)?.some(({ to }) => `${to}` !== recipientOf(row)))
  check('I4 mails to somebody else', astray.length)

  const known = new Set(emails.map(({ id }) => id))
  check('I5 mails of no message id', [...copiesOf.keys()].filter((id) => !known.has(id)).length)
  const duplicates = mails.length - copiesOf.size
  check(`I5 duplicates beyond ${duplicatesAllowed}`, duplicates - duplicatesAllowed)

  const valid = ['success', 'conflict', 'retryable', 'none']
  check('I6 wrong answers', answers.filter(({ outcome }) => !valid.includes(outcome)).length)
  const changed = submissions.filter((row) => !sent.get(row.id)?.some((one) => isSame(row, one)))
  check('I7 stored otherwise than sent', changed.length)

  if (broken.length) throw new Error(broken.join('; '))
  return {
    sent: sent.size,
    acknowledged: acknowledged.size,
    stored: submissions.length,
    mails: mails.length,
    duplicates,
  }
}

function isSame(row: StoredSubmission, sent: Submission) {
  const text = (value: string) => value.trim().normalize('NFC')
  return (
    row.name === text(sent.name) &&
    row.email === sent.email &&
    row.phone === text(sent.phone) &&
    row.country_code === sent.countryCode &&
    row.consent &&
    Boolean(row.consent_text)
  )
}
