import type { Context } from 'hono'
import type { FailureGroup } from '../../../core/failures.ts'
import { readFailures } from '../../../core/failures.ts'
import { counted, grouped } from '../../../core/figures.ts'
import { answerOf } from '../../../core/mail-words.ts'
import { explainAuthentication } from '../../../doctor/authentication.ts'
import { type App, page } from '../../server/page.ts'
import { readSender } from './sender.ts'
import type { SenderHealthProps } from './sender-health.tsx'
import type { MailsProps } from './view.tsx'

const shownPeople = 5
const shownErrors = 3

/** GET /mails: shows the messages that fail, grouped by cause, and says what to do about each cause. */
export const showMails = page({
  view: 'mails',
  room: 'mails',
  async read({ desk }, health: SenderHealthProps = {}) {
    const { groups, cutAt } = await readFailures(desk)
    return {
      props: {
        back: { label: 'People whose mail failed', href: '/leads?mails=failed' },
        groups: groups.map(groupOf),
        ...(cutAt && { cutAt: grouped(cutAt) }),
        ...health,
      },
    }
  },
})

/** POST /mails/headers: takes the `headers` of a test mail, and says how the receiver of the mail judged it. */
export async function explainHeaders(app: App, context: Context) {
  const { headers } = await context.req.parseBody()
  return showMails(app, context, { findings: explainAuthentication(String(headers ?? '')) })
}

/** POST /mails/sender: looks up the DNS records of the sender's domain, just as the doctor does. */
export const showSender = async (app: App, context: Context) =>
  showMails(app, context, { records: await readSender(app.variables) })

function groupOf({ cause, failed, sendable, waiting }: FailureGroup): MailsProps['groups'][number] {
  const all = [...failed, ...waiting]
  const named = new Map(all.flatMap(({ lead_id: id, name }) => (id ? [[id, name ?? '']] : [])))
  const people = [...named].map(([id, name]) => ({ name, href: `/leads/${id}` }))
  const errors = new Set(all.flatMap(({ last_error: error }) => (error ? [error] : [])))
  const own = all.filter(({ lead_id: id }) => id === null).length
  const others = people.slice(shownPeople)
  return {
    id: cause.id,
    title: cause.title,
    remedy: cause.remedy,
    ...(failed.length > 0 && {
      failed: { count: grouped(failed.length), again: sendable.length > 0 ? grouped(sendable.length) : '' },
    }),
    ...(waiting.length > 0 && { waiting: counted(waiting.length, 'message') }),
    people: people.slice(0, shownPeople),
    ...(others.length > 0 && { more: { label: `and ${grouped(others.length)} more`, people: others } }),
    ...(own > 0 && { own: `${counted(own, 'mail')} to you` }),
    errors: [...new Set([...errors].map(answerOf))].slice(0, shownErrors),
  }
}
