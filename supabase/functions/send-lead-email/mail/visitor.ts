import { colors } from '../../_shared/colors.ts'
import { mailCopy } from '../../_shared/mail-copy.ts'
import { sender, senderLine } from '../../_shared/sender.ts'
import type { LeadEmail } from '../database.ts'
import type { Mail } from '../smtp.ts'
import { type Html, html } from './html.ts'
import { lightColors as light } from './light-colors.ts'
import { type Block, paragraph, writeMail } from './write-mail.ts'

const { visitor: words, confirm, preview } = mailCopy

type VisitorEmail = Pick<LeadEmail, 'preview' | 'token' | 'stop_token' | 'watch_token' | 'phone_e164'>

/** Returns the mail to the visitor. Shows only the phone number, because anybody may have submitted this e-mail address. */
export function visitorMail(email: VisitorEmail, siteUrl: string, from = sender): Mail {
  const { token, stop_token: stopToken, watch_token: watchToken } = email
  const blocks = [
    ...[...(email.preview ? [preview.note] : []), ...words.body].map(paragraph),
    watch(new URL(watchToken ? `/watch/${watchToken}` : '/', siteUrl).href),
    ...(token ? [ask(`${email.phone_e164}`, new URL(`/confirm/${token}/ask`, siteUrl).href)] : []),
  ]
  const subject = email.preview ? `${preview.mark} ${words.subject}` : words.subject
  const name = senderLine(from)
  return writeMail(subject, words, blocks, [
    ...(name ? [{ html: html`${name}`, text: name }] : []),
    ...(stopToken ? [stop(new URL(`/stop/${stopToken}/ask`, siteUrl).href)] : []),
  ])
}

const stop = (url: string): Block => ({
  html: html`<a class="soft" href="${url}" style="color:${light.muted}">${words.stop}</a>`,
  text: `${words.stop}: ${url}`,
})

const watch = (url: string): Block => ({
  html: html`${button(words.button, url)}
<p class="soft" style="margin:0;font-size:14px;line-height:22px;color:${light.muted}">${words.address}<br>
<a class="link" href="${url}" style="color:${light.link};word-break:break-all">${url}</a></p>`,
  text: `${words.button}:\n${url}`,
})

function ask(phone: string, url: string): Block {
  const text = `${confirm.number} ${phone}. ${confirm.ask}`
  return {
    html: html`<div class="line" style="margin:32px 0 0;border-top:1px solid ${light.line}">
<h2 class="strong" style="margin:28px 0 12px;font-size:20px;line-height:28px;color:${colors.background}">${confirm.title}</h2>
<p style="margin:0 0 16px">${text}</p>
<p style="margin:0 0 16px"><a class="link" href="${url}" style="font-weight:700;color:${light.link}">${confirm.link}</a></p>
<p class="soft" style="margin:0;font-size:14px;line-height:22px;color:${light.muted}">${confirm.otherwise}</p></div>`,
    text: [confirm.title, text, `${confirm.link}:\n${url}`, confirm.otherwise].join('\n\n'),
  }
}

/** Returns a link that looks like a button, even in old mail clients. The caller makes sure that `url` is http(s). */
function button(label: string, url: string): Html {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:28px 0">
<tr><td bgcolor="${colors.primary}" style="background:${colors.primary};border-radius:12px;mso-padding-alt:16px 28px">
<a href="${url}" target="_blank" style="display:inline-block;padding:16px 28px;border-radius:12px;background:${colors.primary};font-size:17px;line-height:24px;font-weight:700;color:${colors.background};text-decoration:none">${label}&nbsp;&rarr;</a>
</td></tr></table>`
}
