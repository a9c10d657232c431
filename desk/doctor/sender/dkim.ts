import { fault, ok, type Result, unseen } from '../result.ts'
import { lookUp, tagged } from './look-up.ts'

const check = 'sender DKIM'

/**
 * The names under which large providers publish their keys: the general ones, then Google, Microsoft, Mailchimp,
 * SendGrid, Resend, Postmark, Mailgun, Mailjet, Brevo, Fastmail, Proton, iCloud and Zoho.
 */
const selectors = [
  ...['default', 'dkim', 'mail', 'smtp', 'google', 'selector1', 'selector2', 'k1', 'k2', 'k3', 's1', 's2'],
  ...[
    'resend',
    'pm',
    'mx',
    'mta',
    'krs',
    'mailjet',
    'brevo1',
    'brevo2',
    'fm1',
    'fm2',
    'protonmail',
    'sig1',
    'zmail',
  ],
]

/** Whether the domain publishes a key for signatures (RFC 6376). Its name is the provider's choice and can only be guessed. */
export async function checkDkim(domain: string): Promise<Result> {
  const answers = await Promise.all(selectors.map((selector) => lookUp(`${selector}._domainkey.${domain}`)))
  const keys = answers.flatMap((records) => tagged(records, /(^|;)\s*p=/))
  if (keys.some((key) => /(^|;)\s*p=[^;\s]/.test(key))) {
    return ok(check, `${domain} publishes a key for the signatures of its mails.`)
  }
  if (keys.length > 0) {
    return fault(
      check,
      `${domain} has withdrawn the key for the signatures of its mails.`,
      'Publish the current DKIM record of your mail provider',
    )
  }
  const silent = answers.find((records) => records.kind === 'silent')
  return silent
    ? unseen(check, `DNS did not answer for ${domain} (${silent.code}).`)
    : unseen(
        check,
        `${domain} has no DKIM key under the ${selectors.length} names that large providers use; yours may use another.`,
        'Publish the DKIM record of your mail provider, and look for “dkim=pass” in the headers of a test mail',
      )
}
