import { isLoopback } from '../core/connect-database.ts'
import { failureCode } from '../core/failure-code.ts'
import { readDmarc } from './dmarc.ts'
import { isFreemail } from './freemail.ts'
import type { FunctionAnswer } from './function.ts'
import { lookUp } from './name-server.ts'
import { withParents } from './organisation.ts'
import { quote, withoutQuotes } from './quotes.ts'
import { type Fault, judge, type Result, unseen } from './result.ts'
import { readSpf } from './spf.ts'
import type { Target } from './target.ts'

/**
 * DKIM selectors in the documentation of common mail providers. Amazon SES and Postmark choose one for each
 * domain.
 */
const selectors = [
  ...[
    'brevo1',
    'brevo2',
    'fm1',
    'google',
    'k1',
    'k2',
    'mailjet',
    'mlsend',
    'mte1',
    'mx',
    'pic',
    'protonmail',
  ],
  ...['resend', 's1', 's2', 'selector1', 'selector2', 'zmail', 'zoho'],
]

/**
 * Of senders, by Gmail (support.google.com/mail/answer/81126) and Yahoo
 * (senders.yahooinc.com/best-practices).
 */
const demands =
  'Gmail and Yahoo require SPF or DKIM from every sender, and that less than 0.3 % of the emails are reported as spam. From 5,000 emails a day they require SPF, DKIM and DMARC, one of the two for the domain of the sender address, and a one-click unsubscribe, which the emails to visitors have.'

/** Only a test email shows how receivers judge an email. */
export async function checkSender({ isLocal, variables }: Target, answer: FunctionAnswer): Promise<Result[]> {
  const domain = answer?.health?.senderDomain?.toLowerCase()
  const unknown = (sentence: string) => unseen(['sender SPF', 'sender DKIM', 'sender DMARC'], sentence)
  if (isLocal && isLoopback(variables.SMTP_URL || 'smtp://localhost'))
    return unknown('This is the test on your machine: its emails stay here, so no domain has to be checked.')
  if (!domain) return unknown('The sending of emails did not say from which address it sends.')
  if (isFreemail(domain))
    return [
      ...unseen(['sender SPF', 'sender DMARC'], `The records of ${domain} are not yours.`),
      ...judge(
        'sender DKIM',
        '',
        `MAIL_FROM is an address at ${domain}, and nobody but ${domain} can sign its emails, so receivers refuse yours or take them for spam. → Set MAIL_FROM to an address at a domain of your own, which your mail provider verifies; the provider must allow that sender`,
      ),
    ]
  const unanswered = (check: string) => (error: unknown) =>
    unseen(check, `DNS did not answer for ${domain} (${failureCode(error)}).`)
  const results = await Promise.all([
    checkSpf(domain).catch(unanswered('sender SPF')),
    checkDkim(domain).catch(unanswered('sender DKIM')),
    checkDmarc(domain).catch(unanswered('sender DMARC')),
  ])
  const rate = unseen('sender demands', demands, 'Check the rate at postmaster.google.com')
  return [...results.flat(), ...rate]
}

async function checkSpf(domain: string): Promise<Result[]> {
  const spf = await readSpf(domain, lookUp)
  const test = 'Check that the header Authentication-Results of a test email says spf=pass'
  if (!spf)
    return unseen(
      'sender SPF',
      `${domain} has no SPF record; a provider that sends under its own domain needs none.`,
      `${test}; if not, publish the record of your provider`,
    )
  const remedy = `Publish at ${domain} one SPF record, the one that your provider names, merged with what you need of yours, without quotation marks`
  const faults = spf.faults.map((fault): Fault => `${fault} → ${remedy}`)
  if (spf.servers === 'none' && faults.length === 0)
    return unseen(
      'sender SPF',
      `The SPF record of ${domain} lets no server send for it; only a provider that sends under its own domain can.`,
      `${test}; if not, add your provider to the record`,
    )
  return judge(
    'sender SPF',
    `${domain} names the servers that may send for it.`,
    ...faults,
    spf.servers === 'every' &&
      `The SPF record of ${domain} lets every server send for it (+all). → Publish at ${domain} an SPF record that names your provider and ends with ~all or -all`,
  )
}

/** DKIM keys (RFC 6376, section 3.6.1) at the domain and at its parents, because DMARC accepts either. */
async function checkDkim(domain: string): Promise<Result[]> {
  const names = withParents(domain).flatMap((name) => selectors.map((one) => `${one}._domainkey.${name}`))
  const keys = await Promise.all(
    names.map(async (name) => ({ name, records: (await lookUp(name, 'TXT')).filter(isKey) })),
  )
  const found = keys.filter(({ records }) => records.length > 0)
  const valid = found.find(({ records }) => records.some((record) => /(^|;)\s*p\s*=\s*[^\s;]/.test(record)))
  const quoted = valid?.records.some((record) => quote.test(record))
  const name = valid?.name ?? found[0]?.name
  if (!name)
    return unseen(
      'sender DKIM',
      `${domain} has no DKIM key under the selectors of usual providers, but yours may use another.`,
      'Paste the headers of a test email on the desk’s page Emails, which says whether it is signed',
    )
  return judge(
    'sender DKIM',
    `Emails can be signed with the key at ${name}.`,
    !valid &&
      `The DKIM key at ${name} is empty, so it is revoked. → Publish at ${name} the key that your mail provider names`,
    quoted &&
      `The DKIM key at ${name} was published with its quotation marks, so receivers cannot read it. → Publish at ${name} the key that your mail provider names, without quotation marks`,
  )
}

/** The tag p= of a DKIM key. */
const isKey = (record: string) => /(^|;)\s*p\s*=/.test(withoutQuotes(record))

async function checkDmarc(domain: string): Promise<Result[]> {
  const dmarc = await readDmarc(domain, lookUp)
  if (!dmarc)
    return judge(
      'sender DMARC',
      '',
      `${domain} has no DMARC record, which Gmail and Yahoo ask of senders. → Publish at _dmarc.${domain}: v=DMARC1; p=none; rua=mailto:<your address>`,
    )
  const { name, tag, policy, faults } = dmarc
  return judge(
    'sender DMARC',
    `${name} says what to do with forged emails${name === domain ? '' : ` of ${domain}`} (${tag}=${policy}).`,
    ...faults.map(
      (fault): Fault =>
        `${fault} → Publish at _dmarc.${name} a single record with v=DMARC1; and p=none, p=quarantine or p=reject, without quotation marks`,
    ),
  )
}
