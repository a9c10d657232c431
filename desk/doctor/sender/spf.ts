import { fault, ok, type Result, unseen } from '../result.ts'
import { lookUp, tagged } from './look-up.ts'

const check = 'sender SPF'

/** Whether the domain names the servers that may send for it (RFC 7208). */
export async function checkSpf(domain: string): Promise<Result> {
  const records = await lookUp(domain)
  if (records.kind === 'silent') return unseen(check, `DNS did not answer for ${domain} (${records.code}).`)
  const found = tagged(records, /^v=spf1( |$)/i)
  const publish = `Publish at ${domain} the one SPF record that your mail provider names`
  if (found.length === 0) {
    return fault(
      check,
      `${domain} has no SPF record, so mail servers cannot tell that your provider may send for it.`,
      publish,
    )
  }
  if (found.length > 1) {
    return fault(
      check,
      `${domain} has ${found.length} SPF records, which counts as none.`,
      'Merge them into one',
    )
  }
  if (/(^| )\+?all( |$)/i.test(found[0] ?? '')) {
    return fault(
      check,
      `The SPF record of ${domain} lets every server send for it (+all).`,
      'End it with ~all or -all',
    )
  }
  return ok(check, `${domain} names the servers that may send for it.`)
}
