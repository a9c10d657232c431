import type { Health } from '../../../supabase/functions/_shared/health.ts'
import { fault, ok, type Result, unseen } from '../result.ts'
import { health, type Seen } from '../seen.ts'

const server = 'mail server'
const trial = 'test mail'

const smtpFaults = {
  not_configured: [
    'No mail can be sent, because SMTP_URL is missing or malformed.',
    'Set SMTP_URL of the function',
  ],
  unreachable: [
    'The mail server in SMTP_URL cannot be reached',
    'Compare host and port in SMTP_URL with what your mail provider says; Supabase blocks the ports 25 and 587',
  ],
  login_refused: [
    'The mail server refuses the login in SMTP_URL',
    'Correct user name and password in SMTP_URL; both are percent-encoded (@ is %40, / is %2F)',
  ],
  no_tls: [
    'The mail server in SMTP_URL offers no valid TLS',
    'Use smtps:// with port 465 and the host name that is in the server’s certificate',
  ],
} as const

/** Whether the function can log in to the mail server, and how the test mail ended. */
export function checkMail(seen: Seen): Result[] {
  const seenHealth = health(seen)
  if (!seenHealth) return [server, trial].map((check) => unseen(check, 'The function did not tell.'))
  return [checkServer(seenHealth.smtp), checkTrial(seenHealth.mail)]
}

function checkServer({ status, reason }: Health['smtp']): Result {
  if (status === 'ok') return ok(server, 'The mail server answers and takes the login.')
  const [sentence, todo] = smtpFaults[status]
  return fault(server, reason ? `${sentence} (${reason}).` : sentence, todo)
}

function checkTrial(mail: Health['mail']): Result {
  if (!mail)
    return unseen(trial, 'No test mail was asked for.', 'Send one to OWNER_EMAIL: npm run doctor -- --mail')
  if (mail.status === 'sent') return ok(trial, 'A test mail went to OWNER_EMAIL. Look whether it arrived.')
  return fault(
    trial,
    `The test mail could not be sent (${mail.reason}).`,
    'Repair what is said of the mail server and of MAIL_FROM; the provider must allow that sender',
  )
}
