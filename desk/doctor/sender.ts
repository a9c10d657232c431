import dns from 'node:dns'
import { isLoopback } from '../core/connect-database.ts'
import { failureCode } from '../core/failure-code.ts'
import type { FunctionAnswer } from './function.ts'
import { judge, type Result, unseen } from './result.ts'
import type { Target } from './target.ts'

/**
 * The DKIM selectors that common mail providers use, according to their documentation. Amazon SES and Postmark are
 * missing, because they choose a different selector for each domain.
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

/** What Gmail (support.google.com/mail/answer/81126) and Yahoo (senders.yahooinc.com/best-practices) demand of senders. */
const demands =
  'Gmail and Yahoo demand SPF or DKIM of every sender, and that less than 0.3 % of the mails are reported as spam. From 5,000 mails a day they demand SPF, DKIM and DMARC, one of the two for the domain of MAIL_FROM, and a one-click unsubscribe, which the mails to visitors have.'

/**
 * Checks the SPF, DKIM and DMARC records of the domain that sends the mails. How receivers judge a mail can only be
 * seen from a test mail.
 */
export async function checkSender({ isLocal, variables }: Target, answer: FunctionAnswer): Promise<Result[]> {
  const domain = answer?.health?.senderDomain
  const unknown = (sentence: string) => unseen(['sender SPF', 'sender DKIM', 'sender DMARC'], sentence)
  if (isLocal && isLoopback(variables.SMTP_URL || 'smtp://localhost'))
    return unknown('Mails stay on this machine.')
  if (!domain) return unknown('The function did not report the domain of MAIL_FROM.')
  const unanswered = (check: string) => (error: unknown) =>
    unseen(check, `DNS did not answer for ${domain} (${failureCode(error)}).`)
  const results = await Promise.all([
    checkSpf(domain).catch(unanswered('sender SPF')),
    checkDkim(domain).catch(unanswered('sender DKIM')),
    checkDmarc(domain).catch(unanswered('sender DMARC')),
  ])
  const rate = unseen('sender demands', demands, 'Look at the rate in postmaster.google.com')
  return [...results.flat(), ...rate]
}

/** Checks the SPF record. A domain may have no more than one SPF record (RFC 7208). */
async function checkSpf(domain: string): Promise<Result[]> {
  const records = await lookUp(domain, /^v=spf1( |$)/i)
  const [record = '', ...others] = records
  if (!record)
    return unseen(
      'sender SPF',
      `${domain} has no SPF record; a provider that sends under its own domain needs none.`,
      'Look whether the header Authentication-Results of a test mail says spf=pass; if not, publish the record of your provider',
    )
  return judge(
    'sender SPF',
    `${domain} names the servers that may send for it.`,
    others.length > 0 &&
      `${domain} has ${records.length} SPF records, which counts as none. → Publish at ${domain} one SPF record that merges them`,
    /(^| )\+?all( |$)/i.test(record) &&
      `The SPF record of ${domain} lets every server send for it (+all). → Publish at ${domain} an SPF record that ends with ~all or -all`,
  )
}

/**
 * Checks the DKIM keys (RFC 6376, section 3.6.1). Looks for the keys at the domain and at its parent domains, because
 * DMARC accepts either.
 */
async function checkDkim(domain: string): Promise<Result[]> {
  const names = withParents(domain).flatMap((name) => selectors.map((one) => `${one}._domainkey.${name}`))
  const keys = await Promise.all(
    names.map(async (name) => ({ name, records: await lookUp(name, /(^|;)\s*p=/) })),
  )
  const found = keys.filter(({ records }) => records.length > 0)
  const valid = found.find(({ records }) => records.some((record) => /(^|;)\s*p=\s*[^\s;]/.test(record)))
  const name = valid?.name ?? found[0]?.name
  if (!name)
    return unseen(
      'sender DKIM',
      `${domain} has no DKIM key under the selectors of usual providers, but yours may use another.`,
      'Paste the headers of a test mail on the desk’s page Mails, which says whether it is signed',
    )
  return judge(
    'sender DKIM',
    `Mails can be signed with the key at ${name}.`,
    !valid &&
      `The DKIM key at ${name} is empty, so it is revoked. → Publish at ${name} the key that your mail provider names`,
  )
}

/** Checks the DMARC record. The record may be at the domain or at a parent domain (RFC 7489, section 6.6.3). */
async function checkDmarc(domain: string): Promise<Result[]> {
  for (const name of withParents(domain)) {
    const records = await lookUp(`_dmarc.${name}`, /^v=DMARC1\s*;/)
    const [record = '', ...others] = records
    if (!record) continue
    const [, policy] = /;\s*p=\s*(none|quarantine|reject)\b/i.exec(record) ?? []
    return judge(
      'sender DMARC',
      `${name} says what to do with forged mails (p=${policy}).`,
      others.length > 0 &&
        `${name} has ${records.length} DMARC records, which counts as none. → Publish at _dmarc.${name} one of them`,
      !policy &&
        `The DMARC record of ${name} has no valid p=. → Publish at _dmarc.${name} a record with p=none, p=quarantine or p=reject`,
    )
  }
  return judge(
    'sender DMARC',
    '',
    `${domain} has no DMARC record, which Gmail and Yahoo ask of senders. → Publish at _dmarc.${domain}: v=DMARC1; p=none; rua=mailto:<your address>`,
  )
}

/** Returns the domain and all its parent domains that have at least two labels. */
function withParents(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, Math.max(labels.length - 1, 1)).map((_, start) => labels.slice(start).join('.'))
}

/** Asks the name servers of this machine for TXT records, and returns those that match `tag`. Throws the DNS error. */
async function lookUp(name: string, tag: RegExp): Promise<string[]> {
  const resolver = new dns.promises.Resolver({ timeout: 2_000, tries: 2 })
  resolver.setServers(dns.getServers())
  try {
    const records = await resolver.resolveTxt(name)
    // DNS splits a long record into several strings (RFC 7208, section 3.3).
    return records.map((pieces) => pieces.join('')).filter((text) => tag.test(text))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENODATA' || (code === 'ENOTFOUND' && (await knowsRoot(resolver)))) return []
    throw error
  }
}

/**
 * Returns whether the name server can resolve public names. If a name server has no connection to the Internet, it
 * may say that a name does not exist.
 */
const knowsRoot = (resolver: dns.promises.Resolver): Promise<boolean> =>
  resolver.resolveNs('.').then(
    () => true,
    ({ code }: NodeJS.ErrnoException) => code === 'ENODATA',
  )
