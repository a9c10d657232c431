import { isLoopback } from '../../core/connect-database.ts'
import { type Result, unseen } from '../result.ts'
import { health, type Seen } from '../seen.ts'
import { checkDkim } from './dkim.ts'
import { checkDmarc } from './dmarc.ts'
import { checkSpf } from './spf.ts'

/** Whether other mail servers can tell that mails from MAIL_FROM are genuine. */
export async function checkSender(seen: Seen): Promise<Result[]> {
  const { isLocal, supabaseUrl = '', variables } = seen.target
  const domain = health(seen)?.senderDomain
  if (isLocal && isLoopback(variables.SMTP_URL || 'smtp://localhost'))
    return unknown('Mails stay on this machine.')
  if (isLoopback(supabaseUrl) && domain === sampleDomain)
    return unknown(`MAIL_FROM is the sample sender at ${sampleDomain}.`)
  if (!domain) return unknown('The function did not tell the domain of MAIL_FROM.')
  return Promise.all([checkSpf(domain), checkDkim(domain), checkDmarc(domain)])
}

/** Of the sender that local/stack.ts sets where MAIL_FROM is not set. */
const sampleDomain = 'example.com'

const unknown = (sentence: string) =>
  ['SPF', 'DKIM', 'DMARC'].map((name) => unseen(`sender ${name}`, sentence))
