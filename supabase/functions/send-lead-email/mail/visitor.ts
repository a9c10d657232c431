import { mailCopy } from '../../../../site/mail-copy.ts'
import { sender } from '../../../../site/sender.ts'
import { colors } from '../../_shared/colors.ts'
import { senderLine } from '../../_shared/sender-line.ts'
import type { LeadEmail } from '../database.ts'
import { wideButton } from './buttons.ts'
import { html } from './html.ts'
import { lightColors as light } from './light-colors.ts'
import { poster } from './poster.ts'
import { type Block, intro, type Mail, paragraph, writeMail } from './write-mail.ts'

const { visitor, reminder, confirm, preview } = mailCopy

type VisitorEmail = Pick<
  LeadEmail,
  'preview' | 'token' | 'stop_token' | 'unsubscribe_token' | 'watch_token' | 'phone_e164' | 'event'
>

/** The address of the site. If the mail shows a poster, also the address of the poster. */
export type Site = { siteUrl: string; posterUrl?: string | undefined }

/**
 * Returns the mail to the visitor, or the reminder. The mail shows nothing of the lead but the phone number, because
 * anybody may have submitted this e-mail address.
 */
export function visitorMail(email: VisitorEmail, { siteUrl, posterUrl }: Site, from = sender): Mail {
  const { token, stop_token: stopToken, unsubscribe_token: mailToken, watch_token: watchToken } = email
  const words = email.event === 'reminder' ? { ...visitor, ...reminder } : visitor
  const unsubscribe = mailToken && new URL(`/unsubscribe/${mailToken}`, siteUrl).href
  const url = new URL(watchToken ? `/watch/${watchToken}` : '/', siteUrl).href
  const subject = email.preview ? `${preview.mark} ${words.subject}` : words.subject
  const name = senderLine(from)
  const mail = writeMail(subject, words, {
    hero: [intro(words.intro), watch(url, posterUrl)],
    body: [
      ...(email.preview ? [paragraph(preview.note)] : []),
      address(url),
      ...(token ? [ask(`${email.phone_e164}`, new URL(`/confirm/${token}/ask`, siteUrl).href)] : []),
    ],
    ending: [
      ...(name ? [{ html: html`${name}`, text: name }] : []),
      ...(stopToken ? [end(words.stop, new URL(`/stop/${stopToken}/ask`, siteUrl).href)] : []),
      ...(unsubscribe ? [end(words.unsubscribe, `${unsubscribe}/ask`)] : []),
    ],
  })
  return unsubscribe ? { ...mail, headers: unsubscribeHeaders(unsubscribe) } : mail
}

const watch = (url: string, posterUrl: string | undefined): Block => ({
  html: html`${poster(visitor.button, url, posterUrl)}
${wideButton(visitor.button, url)}`,
  text: `${visitor.button}:\n${url}`,
})

const address = (url: string): Block => ({
  html: html`<p style="margin:0 0 12px">${visitor.keep}</p>
<p class="soft" style="margin:0;font-size:14px;line-height:22px;color:${light.muted}">${visitor.address}<br>
<a class="link" href="${url}" style="color:${light.link};word-break:break-all">${url}</a></p>`,
  text: visitor.keep,
})

/** If a mail has these headers, mail programs show an unsubscribe button that posts to this address (RFC 8058). */
const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

const end = (label: string, url: string): Block => ({
  html: html`<a class="soft" href="${url}" style="color:${light.muted}">${label}</a>`,
  text: `${label}: ${url}`,
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
