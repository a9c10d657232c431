import { brand } from '../../_shared/brand.ts'
import { colors } from '../../_shared/colors.ts'
import { mailCopy } from '../../_shared/mail-copy.ts'
import type { Attention } from '../database.ts'
import type { Mail } from '../smtp.ts'
import { codeLine } from './code-line.ts'
import { html } from './html.ts'
import { layout } from './layout.ts'
import { lightColors as light } from './light-colors.ts'

const words = mailCopy.alert

type Section = { count: string; advice: string; sql: readonly string[] }

/** Returns the owner's mail about mails and webhooks that did not go out: how many, for which reason, and what to do. */
export function alertMail(attention: Attention): Mail {
  const sections = sectionsOf(attention)
  const isWebhooksAlone = sections.length === 1 && attention.webhook
  const subject = isWebhooksAlone ? words.webhookSubject : words.subject
  const lead = sections.length > 0 ? words.lead : words.over
  const title = `${subject}.`
  const content = html`<p style="margin:0 0 16px">${lead}</p>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">${sections.map(tableRow)}</table>`
  const blocks = sections.map(({ count, advice, sql }) => [`${count}. ${advice}`, ...sql].join('\n'))
  return {
    subject,
    html: layout({ title, preheader: words.preheader, content, footer: words.reason }),
    text: `${[title, lead, ...blocks, `--\n${brand}\n${words.reason}`].join('\n\n')}\n`,
  }
}

function sectionsOf(attention: Attention): Section[] {
  return (['dead', 'held', 'overdue', 'delayed', 'webhook'] as const).flatMap((reason) => {
    const count = attention[reason]
    const { label, ...rest } = words.reasons[reason]
    return count ? [{ count: `${count > 1000 ? words.many : count} ${label}`, ...rest }] : []
  })
}

function tableRow({ count, advice, sql }: Section) {
  return html`<tr><td class="line" style="padding:16px 0;border-top:1px solid ${light.line}">
<div class="strong" style="font-size:20px;line-height:28px;font-weight:700;color:${colors.background}">${count}</div>
<div>${advice}</div>
${sql.map(codeLine)}
</td></tr>`
}
