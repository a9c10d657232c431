import { judge, type Result } from './result.ts'

type Verdict = { verdict: string; domain: string }

const paste = 'Open the test mail, choose “Show original” or “View source”, and paste all of its headers'

/**
 * Explains the header Authentication-Results (RFC 8601), which is written by the server that receives a mail. Takes
 * pasted headers. For DMARC, SPF or DKIM must pass for the domain of MAIL_FROM (RFC 7489, section 3.1).
 */
export function explainAuthentication(pasted: string): Result[] {
  const unfolded = pasted.replace(/\r?\n[ \t]+/g, ' ')
  // The header from the receiver comes first. If somebody forged the mail, they can have written only the headers
  // below it.
  const [, header = ''] = /^Authentication-Results:(.*)$/im.exec(unfolded) ?? []
  const read = (method: string, property: RegExp): Verdict[] =>
    [...header.matchAll(new RegExp(`\\b${method}=(\\w+)([^;]*)`, 'gi'))].map(
      ([, verdict = '', rest = '']) => ({
        verdict: verdict.toLowerCase(),
        domain: (property.exec(rest)?.[1] ?? '').toLowerCase(),
      }),
    )
  const [spf] = read('spf', /smtp\.mailfrom="?(?:[^\s"]*@)?([\w.-]+)/i)
  const signatures = read('dkim', /header\.[di]="?[^\s"@]*@?([\w.-]+)/i)
  const [dmarc] = read('dmarc', /header\.from="?(?:[^\s"]*@)?([\w.-]+)/i)
  if (!spf && !dmarc && signatures.length === 0)
    return judge('authentication', '', `There is no header Authentication-Results in this. → ${paste}`)

  const valid = signatures.find(({ verdict }) => verdict === 'pass')
  const from = dmarc?.domain ?? ''
  const aligned = [spf, ...signatures].some(
    (one) => one?.verdict === 'pass' && from && isSameOrganisation(one.domain, from),
  )
  return [
    ...judge(
      'SPF',
      `The server may send for ${spf?.domain} (spf=pass).`,
      spf?.verdict !== 'pass' &&
        `The receiver says spf=${spf?.verdict ?? 'none'}. → Publish the SPF record that your mail provider names`,
    ),
    ...judge(
      'DKIM',
      `The mail is signed by ${valid?.domain} (dkim=pass).`,
      !valid &&
        `The receiver says dkim=${signatures[0]?.verdict ?? 'none'}. → Switch DKIM on at your mail provider, and publish the records that it names`,
    ),
    ...judge(
      'DMARC',
      `SPF or DKIM passed for ${from}, the domain of MAIL_FROM (dmarc=pass).`,
      dmarc?.verdict !== 'pass' &&
        (dmarc?.verdict === 'fail' && !aligned
          ? `The receiver says dmarc=fail, because neither SPF nor DKIM passed for ${from}, the domain of MAIL_FROM. → Verify ${from} at your mail provider, so that it signs with this domain`
          : `The receiver says dmarc=${dmarc?.verdict ?? 'none'}. → Publish a DMARC record at the domain of MAIL_FROM; npm run doctor says which`),
    ),
  ]
}

/**
 * Returns whether two domains are equal or one is part of the other. The usual alignment of DMARC asks for no more
 * than that.
 */
const isSameOrganisation = (one: string, other: string) =>
  one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`)
