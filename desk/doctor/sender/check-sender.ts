import { type Result, unseen } from '../result.ts'
import { health, type Seen } from '../seen.ts'
import { checkDkim } from './dkim.ts'
import { checkDmarc } from './dmarc.ts'
import { checkSpf } from './spf.ts'

/** Whether other mail servers can tell that mails from MAIL_FROM are genuine. */
export async function checkSender(seen: Seen): Promise<Result[]> {
  const { isLocal, variables } = seen.target
  const domain = health(seen)?.senderDomain
  if (isLocal && !variables.SMTP_URL) return unknown('Mails stay in the inbox of this machine.')
  if (!domain) return unknown('The function did not tell the domain of MAIL_FROM.')
  return Promise.all([checkSpf(domain), checkDkim(domain), checkDmarc(domain)])
}

const unknown = (sentence: string) =>
  ['SPF', 'DKIM', 'DMARC'].map((name) => unseen(`sender ${name}`, sentence))
