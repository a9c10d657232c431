import { colors } from '../../_shared/colors.ts'
import { html } from './html.ts'
import { lightColors as light } from './light-colors.ts'
import { type Block, intro, type Mail, paragraph, withCommands, writeMail } from './write-mail.ts'

const words = {
  subject: 'Some emails did not go out',
  subjects: {
    webhook: 'Some leads did not reach the connected system',
    sweep: 'The sweep is not running',
  },
  preheader: 'No lead is lost. Here is what you can do.',
  intro: 'Every lead is stored. This needs you now.',
  /** Replaces `intro` if no message waits any more when the alert is sent. */
  over: 'Some messages were held or could not be sent. All of them have gone out since then or were dropped, so there is nothing left to do.',
  many: 'more than 1,000',
  problems: {
    sweep: {
      label: 'The sweep is not running',
      advice:
        'The database should call the function every minute, but does not. Until it does, retries, reminders, seals and summary emails wait. Run npm run doctor to see why and what to do.',
    },
    failed: {
      label: 'failed',
      advice:
        'Start the desk with npm run desk and click “Emails”. The page says what to do about each cause. There you can send the emails again or drop them.',
    },
    held: {
      label: 'on hold',
      advice:
        'These people look like bots, or too many came from one source. Start the desk with npm run desk, click “on hold”, and send or drop their emails.',
    },
    housekeeping: {
      label: 'of the jobs that run every minute failed',
      advice:
        'Emails are still sent, but seals, reminders, deletions or news of stopped numbers may wait. Run npm run doctor to see what to repair.',
    },
    overdue: {
      label: 'overdue',
      advice:
        'Nobody has tried to send them for more than ten minutes. Run npm run doctor to see why and what to do. They then go out automatically.',
    },
    delayed: {
      label: 'delayed',
      advice:
        'Sending has failed for more than an hour. The function keeps trying for 7 days. Start the desk with npm run desk and click “an email is delayed” to see why. To check the mail server, run npm run doctor.',
    },
    webhook: {
      label: 'not taken by the connected system or Meta',
      advice:
        'The connected system or Meta refused them, or failed for more than an hour. Start the desk with npm run desk and click “Emails”, which says why. Run npm run doctor to see what to repair, then send them again. If you have turned the connection off, drop them there.',
    },
  },
  reason: 'You get this email at most once a day, as long as something needs you.',
} as const

/**
 * Emails and webhooks that need the operator, by problem (SQL function describe_problems). 1001 means more
 * than 1,000.
 */
type Attention = Partial<
  Record<'sweep' | 'housekeeping' | 'failed' | 'held' | 'overdue' | 'delayed' | 'webhook', number>
>
const problems = ['sweep', 'housekeeping', 'failed', 'held', 'overdue', 'delayed', 'webhook'] as const

/** How many, why they were not sent, and what to do. */
export function alertMail(attention: Attention): Mail {
  const found = problems.filter((problem) => attention[problem])
  const [first = 'failed'] = found
  const subject =
    first === 'sweep' || (first === 'webhook' && found.length === 1) ? words.subjects[first] : words.subject
  return writeMail(
    subject,
    { ...words, title: subject },
    {
      hero: found.length > 0 ? [intro(words.intro)] : [],
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
