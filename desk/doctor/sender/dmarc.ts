import { fault, ok, type Result, unseen } from '../result.ts'
import { lookUp, tagged } from './look-up.ts'

const check = 'sender DMARC'

/** Whether the domain, or one above it, says what to do with forged mails (RFC 7489, section 6.6.3). */
export async function checkDmarc(domain: string): Promise<Result> {
  const labels = domain.split('.')
  for (let start = 0; start <= Math.max(labels.length - 2, 0); start += 1) {
    const name = labels.slice(start).join('.')
    const records = await lookUp(`_dmarc.${name}`)
    if (records.kind === 'silent') return unseen(check, `DNS did not answer for ${domain} (${records.code}).`)
    const found = tagged(records, /^v=DMARC1\s*;/)
    if (found.length > 1) {
      return fault(
        check,
        `${name} has ${found.length} DMARC records, which counts as none.`,
        'Keep one of them',
      )
    }
    if (found[0]) return judge(name, found[0])
  }
  return fault(
    check,
    `${domain} has no DMARC record, which Gmail and Yahoo ask of senders.`,
    `Publish at _dmarc.${domain}: v=DMARC1; p=none; rua=mailto:<your address>`,
  )
}

function judge(name: string, record: string): Result {
  const policy = /;\s*p=\s*(none|quarantine|reject)\b/i.exec(record)?.[1]?.toLowerCase()
  if (!policy) {
    return fault(
      check,
      `The DMARC record of ${name} has no valid p=.`,
      'Write p=none, p=quarantine or p=reject',
    )
  }
  return ok(
    check,
    policy === 'none'
      ? `${name} has forged mails reported only (p=none).`
      : `${name} has forged mails ${policy === 'reject' ? 'refused' : 'put aside'} (p=${policy}).`,
  )
}
