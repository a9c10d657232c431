import type { Context } from 'hono'
import { askFunction } from '../doctor/function.ts'
import { readTarget, type Variables } from '../doctor/target.ts'
import { withQuery } from './form.ts'
import { keepNotice } from './notices.ts'

/** POST /mails/test: asks the function to send a test mail to the owner, and says what became of it. */
export async function sendTestMail(variables: Variables, context: Context) {
  const notice = keepNotice(await send(variables))
  return context.redirect(withQuery('/mails', { notice }), 303)
}

async function send(variables: Variables): Promise<string> {
  const target = readTarget(variables, { mail: true })
  if (variables.SUPABASE_DB_URL && target.isLocal)
    return 'The desk cannot ask for a test mail: set SUPABASE_URL and SUPABASE_SECRET_KEY in operator.env, and start the desk again.'
  const answer = await askFunction(target)
  const mail = answer?.health?.mail
  if (mail?.status === 'sent')
    return 'The mail server took the test mail. If it does not reach OWNER_EMAIL within minutes, look for it in the spam.'
  return mail
    ? `The test mail was not sent: ${mail.reason}. npm run doctor says what to do.`
    : `The function does not answer (${answer?.status ?? 'two different projects'}). npm run doctor says what to do.`
}
