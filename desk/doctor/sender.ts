import dns from 'node:dns'
import { isLoopback } from '../core/connect-database.ts'
import { failureCode } from '../core/failure-code.ts'
import type { FunctionAnswer } from './function.ts'
import { judge, type Result, unseen } from './result.ts'
import type { Target } from './target.ts'

/** Checks the SPF and DMARC records of the sender's domain. Whether mails are signed (DKIM), only a test mail can show. */
export async function checkSender({ isLocal, variables }: Target, answer: FunctionAnswer): Promise<Result[]> {
  const domain = answer?.health?.senderDomain
  const unknown = (sentence: string) => unseen(['sender SPF', 'sender DMARC'], sentence)
  if (isLocal && isLoopback(variables.SMTP_URL || 'smtp://localhost'))
    return unknown('Mails stay on this machine.')
  if (!domain) return unknown('The function did not tell the domain of MAIL_FROM.')
  const unanswered = (check: string) => (error: unknown) =>
    unseen(check, `DNS did not answer for ${domain} (${failureCode(error)}).`)
  const results = await Promise.all([
    checkSpf(domain).catch(unanswered('sender SPF')),
    checkDmarc(domain).catch(unanswered('sender DMARC')),
  ])
  return results.flat()
}

/** Checks the SPF record. A domain may have only one (RFC 7208). */
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

/** Checks the DMARC record, which is at the domain or at a parent domain (RFC 7489, section 6.6.3). */
async function checkDmarc(domain: string): Promise<Result[]> {
  const labels = domain.split('.')
  for (let start = 0; start <= Math.max(labels.length - 2, 0); start += 1) {
    const name = labels.slice(start).join('.')
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

/** Asks this machine's name servers for the TXT records that begin with a version tag. Throws the DNS error. */
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

/** Whether the name server can resolve public names. Without an Internet connection it may answer that a name does not exist. */
const knowsRoot = (resolver: dns.promises.Resolver): Promise<boolean> =>
  resolver.resolveNs('.').then(
    () => true,
    ({ code }: NodeJS.ErrnoException) => code === 'ENODATA',
  )
