import { mailCopy } from '../../../../site/mail-copy.ts'
import { type NextStep, nextStepCopy } from '../../../../site/next-step.ts'
import { sender } from '../../../../site/sender.ts'
import { colors } from '../../_shared/colors.ts'
import { senderLine } from '../../_shared/sender-line.ts'
import type { LeadEmail } from '../database.ts'
import { wideButton } from './buttons.ts'
import { html } from './html.ts'
import { lightColors as light } from './light-colors.ts'
import { type Block, type Mail, paragraph, writeMail } from './write-mail.ts'

const { visitor, reminder, confirm, preview } = mailCopy

type VisitorEmail = Pick<
  LeadEmail,
  'name' | 'preview' | 'token' | 'stop_token' | 'unsubscribe_token' | 'watch_token' | 'phone_e164' | 'event'
>

export type Site = { siteUrl: string }

/** Of the lead only a first name of letters and the phone number: anybody may have submitted this address. */
export function visitorMail(
  email: VisitorEmail,
  { siteUrl }: Site,
  from = sender,
  next: NextStep = nextStepCopy,
): Mail {
  const { token, stop_token: stopToken, unsubscribe_token: mailToken, watch_token: watchToken } = email
  const { hello, ...words } = email.event === 'reminder' ? { ...visitor, ...reminder } : visitor
  const title = `${[hello, firstName(email.name)].filter(Boolean).join(', ')}. ${words.title}`
  const unsubscribe = mailToken && new URL(`/unsubscribe/${mailToken}`, siteUrl).href
  const url = new URL(watchToken ? `/watch/${watchToken}` : '/', siteUrl).href
  const subject = email.preview ? `${preview.mark} ${words.subject}` : words.subject
  const name = senderLine(from)
  const mail = writeMail(
    subject,
    { ...words, title },
    {
      hero: [watch(url, new URL('/poster.jpg', siteUrl).href)],
      body: [
        ...(email.preview ? [paragraph(preview.note)] : []),
        paragraph(words.keep),
        ...(next.href && watchToken ? [offer(next, url)] : []),
        ...(token ? [ask(`${email.phone_e164}`, new URL(`/confirm/${token}/ask`, siteUrl).href)] : []),
      ],
      ending: [
        ...(name ? [{ html: html`${name}`, text: name }] : []),
        ...(stopToken ? [end(words.stop, new URL(`/stop/${stopToken}/ask`, siteUrl).href)] : []),
        ...(unsubscribe ? [end(words.unsubscribe, `${unsubscribe}/ask`)] : []),
      ],
    },
  )
  return unsubscribe ? { ...mail, headers: unsubscribeHeaders(unsubscribe) } : mail
}

/**
 * The first word of a name if it can only be a first name, such as Anne-Marie or O’Neil, else ''. Anybody may
 * fill in the form with this address, so there is no room for a message: few letters, and a script that parts
 * words by spaces.
 */
function firstName(name: string): string {
  const [first = ''] = name.trim().split(/\s/u, 1)
  const isShort = first.length >= 2 && first.length <= 13
  return isShort &&
    /^(?:\p{L}\p{Ll}*|\p{Lu}+)(?:['’-](?:\p{L}\p{Ll}*|\p{Lu}+))?$/u.test(first) &&
    parted.test(first)
    ? first
    : ''
}

const parted = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}'’-]+$/u

const watch = (url: string, poster: string): Block => ({
  html: html`<p style="margin:24px 0 0"><a href="${url}" style="color:${colors.primary};text-decoration:none"><img src="${poster}" width="526" alt="${visitor.button}" style="display:block;width:100%;height:auto;border:0;border-radius:14px;background:${colors.muted}"></a></p>
${wideButton(visitor.button, url)}`,
  text: `${visitor.button}:\n${url}`,
})

/** With these, mail programs show an unsubscribe button that posts to this address (RFC 8058). */
const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

const end = (label: string, url: string): Block => ({
  html: html`<a class="soft" href="${url}" style="color:${light.muted}">${label}</a>`,
  text: `${label}: ${url}`,
})

/** Mail programs open every link, so this one leads to the video, where the calendar's is. */
const offer = ({ title, link, mail }: NextStep, url: string): Block => ({
  html: html`<p style="margin:0 0 16px"><strong class="strong" style="color:${colors.background}">${title}</strong> <a class="link" href="${url}" style="font-weight:700;color:${light.link}">${link}</a><br>${mail}</p>`,
  text: `${title} ${link}:\n${url}\n${mail}`,
})

function ask(phone: string, url: string): Block {
  const text = `${confirm.number} ${phone}. ${confirm.ask}`
  return {
    html: html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:28px 0 0"><tr><td class="line" style="border-top:1px solid ${light.line};padding:24px 0 0">
<h2 class="strong" style="margin:0 0 12px;font-size:20px;line-height:28px;color:${colors.background}">${confirm.title}</h2>
<p style="margin:0 0 16px">${text}</p>
<p style="margin:0 0 16px"><a class="link" href="${url}" style="font-weight:700;color:${light.link}">${confirm.link}</a></p>
<p class="soft" style="margin:0;font-size:14px;line-height:22px;color:${light.muted}">${confirm.otherwise}</p></td></tr></table>`,
    text: [confirm.title, text, `${confirm.link}:\n${url}`, confirm.otherwise].join('\n\n'),
  }
}
