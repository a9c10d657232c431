import { colors } from '../../_shared/colors.ts'
import { mailCopy } from '../../_shared/mail-copy.ts'
import type { Attention } from '../database.ts'
import type { Mail } from '../smtp.ts'
import { html } from './html.ts'
import { lightColors as light } from './light-colors.ts'
import { type Block, lead, paragraph, withCommands, writeMail } from './write-mail.ts'

const words = mailCopy.alert
const problems = ['sweep', 'housekeeping', 'failed', 'held', 'overdue', 'delayed', 'webhook'] as const

/**
 * Returns a mail to the owner about mails and webhooks that were not sent. The mail says how many there are, why they
 * were not sent, and what to do.
 */
export function alertMail(attention: Attention): Mail {
  const found = problems.filter((problem) => attention[problem])
  const [first = 'failed'] = found
  const subject =
    first === 'sweep' || (first === 'webhook' && found.length === 1) ? words.subjects[first] : words.subject
  return writeMail(
    subject,
    { ...words, title: subject },
    {
      hero: found.length > 0 ? [lead(words.lead)] : [],
      body:
        found.length > 0
          ? found.map((problem, index) => section(problem, attention[problem] ?? 0, index === 0))
          : [paragraph(words.over)],
    },
  )
}

function section(problem: (typeof problems)[number], found: number, isFirst: boolean): Block {
  const { label, advice } = words.problems[problem]
  const count = problem === 'sweep' ? label : `${found > 1000 ? words.many : found} ${label}`
  const edge = isFirst ? 'padding:0 0 20px' : `border-top:1px solid ${light.line};padding:20px 0`
  return {
    html: html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="line" style="${edge}">
<h2 class="strong" style="margin:0 0 4px;font-size:20px;line-height:28px;color:${colors.background}">${count}</h2>
<p style="margin:0">${withCommands(advice)}</p></td></tr></table>`,
    text: `${count}. ${advice}`,
  }
}
