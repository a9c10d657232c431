import { colors } from '../../_shared/colors.ts'
import { mailCopy } from '../../_shared/mail-copy.ts'
import type { Attention } from '../database.ts'
import type { Mail } from '../smtp.ts'
import { html } from './html.ts'
import { lightColors as light } from './light-colors.ts'
import { type Block, paragraph, writeMail } from './write-mail.ts'

const words = mailCopy.alert
const reasons = ['dead', 'held', 'overdue', 'delayed', 'webhook'] as const

/** Returns a mail to the owner about unsent mails and webhooks. The mail says how many there are, why, and what to do. */
export function alertMail(attention: Attention): Mail {
  const found = reasons.filter((reason) => attention[reason])
  const subject = found.join() === 'webhook' ? words.webhookSubject : words.subject
  return writeMail(subject, { ...words, title: `${subject}.` }, [
    paragraph(found.length > 0 ? words.lead : words.over),
    ...found.map((reason) => section(reason, attention[reason] ?? 0)),
  ])
}

function section(reason: (typeof reasons)[number], found: number): Block {
  const { label, advice } = words.reasons[reason]
  const count = `${found > 1000 ? words.many : found} ${label}`
  return {
    html: html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td class="line" style="padding:16px 0;border-top:1px solid ${light.line}">
<div class="strong" style="font-size:20px;line-height:28px;font-weight:700;color:${colors.background}">${count}</div>
<div>${advice}</div>
</td></tr></table>`,
    text: `${count}. ${advice}`,
  }
}
