import type { Context } from 'hono'
import { readFailures } from '../../../core/failures.ts'
import { explainAuthentication } from '../../../doctor/authentication.ts'
import type { App } from '../../server/page.ts'
import { showPage } from '../../server/show-page.ts'
import { elsewhere, readSender } from './sender.ts'
import type { SenderHealthProps } from './sender-health.tsx'
import type { MailsProps } from './view.tsx'

/** GET /mails */
export const showMails = showPage<MailsProps, SenderHealthProps>({
  async read({ desk, member }, health: SenderHealthProps = {}) {
    return { props: { ...(await readFailures(desk)), ...(member && { elsewhere }), ...health } }
  },
})

/** POST /mails/headers: how the receiver judged the test email with these `headers`. */
export async function explainHeaders(app: App<MailsProps>, context: Context) {
  const { headers } = await context.req.parseBody()
  const typed = String(headers ?? '')
  return showMails(app, context, { findings: explainAuthentication(typed), headers: typed })
}

/** POST /mails/sender */
export const showSender = async (app: App<MailsProps>, context: Context) =>
  showMails(app, context, { records: await readSender(app) })
