import { askFunction } from '../../../doctor/function.ts'
import { type Result, unseen } from '../../../doctor/result.ts'
import { checkSender } from '../../../doctor/sender.ts'
import { readTarget, type Variables } from '../../../doctor/target.ts'
import { withQuery } from '../../format/with-query.ts'
import { action } from '../../server/action.ts'
import type { App } from '../../server/page.ts'

/** POST /mails/test: sends to the owner. */
export const sendTestMail = action(
  async ({ variables, ui }) => (ui.member ? elsewhere : send(variables)),
  (notice) => withQuery('/mails', { notice }),
)

/** SPF, DKIM and DMARC, judged by the doctor's code. */
export async function readSender({ variables, ui }: Pick<App, 'variables' | 'ui'>): Promise<Result[]> {
  if (ui.member) return unseen('sender', elsewhere)
  if (isUnknown(variables)) return unseen('sender', unknown)
  const target = readTarget(variables)
  return checkSender(target, await askFunction(target))
}

/** The key for test emails is missing on the web. */
export const elsewhere =
  'Test emails and the domain check work only at the desk on the owner’s machine. They need a key that is not on the web.'

const unknown =
  'The desk does not know yet where your site sends its emails. Whoever set up the site can enter it once, in the file operator.env.'

/** The desk knows the address of the database but not that of the project. */
const isUnknown = (variables: Variables) =>
  Boolean(variables.SUPABASE_DB_URL) && readTarget(variables).isLocal

async function send(variables: Variables): Promise<string> {
  const target = readTarget(variables, { mail: true })
  if (isUnknown(variables)) return unknown
  const answer = await askFunction(target)
  const mail = answer?.health?.mail
  if (mail?.status === 'sent')
    return 'The mail server accepted the test email. If it does not arrive within a few minutes, look in your spam folder.'
  return mail
    ? `The test email was not sent: ${mail.reason}. Tell whoever set up the site.`
    : `The email service does not answer (${answer?.status ?? 'two different projects'}). Tell whoever set up the site.`
}
