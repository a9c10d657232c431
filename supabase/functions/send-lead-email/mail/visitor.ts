import { brand } from '../../_shared/brand.ts'
import { colors } from '../../_shared/colors.ts'
import { mailCopy } from '../../_shared/mail-copy.ts'
import { sender, senderLine } from '../../_shared/sender.ts'
import type { LeadEmail } from '../database.ts'
import type { Links } from '../settings.ts'
import type { Mail } from '../smtp.ts'
import { button } from './button.ts'
import { type Html, html } from './html.ts'
import { layout } from './layout.ts'
import { lightColors as light } from './light-colors.ts'

const { visitor: words, confirm, preview } = mailCopy

type VisitorEmail = Pick<LeadEmail, 'preview' | 'token' | 'phone_e164'>

/**
 * Returns the visitor's mail with the link to the video and, where it has a token, the one to confirm the number. That
 * valid number is all that it has of a submission, since anybody may have typed it.
 */
export function visitorMail(email: VisitorEmail, { watchUrl, siteUrl }: Links, from = sender): Mail {
  const footer = [words.reason, senderLine(from)].filter(Boolean)
  const paragraphs = [...(email.preview ? [preview.note] : []), ...words.body]
  const toConfirm = email.token && {
    text: `${confirm.number} ${email.phone_e164}. ${confirm.ask}`,
    url: new URL(`/confirm/${email.token}/ask`, siteUrl).href,
  }
  const content = html`${paragraphs.map((text) => html`<p style="margin:0 0 16px">${text}</p>`)}
${button(words.button, watchUrl)}
<p class="soft" style="margin:0;font-size:14px;line-height:22px;color:${light.muted}">${words.address}<br>
<a class="link" href="${watchUrl}" style="color:${light.link};word-break:break-all">${watchUrl}</a></p>
${toConfirm ? confirmSection(toConfirm) : ''}`
  return {
    subject: email.preview ? `${preview.mark} ${words.subject}` : words.subject,
    html: layout({ title: words.title, preheader: words.preheader, content, footer: footer.join(' ') }),
    text: `${[words.title, ...paragraphs, `${words.button}:\n${watchUrl}`, ...(toConfirm ? [confirm.title, toConfirm.text, `${confirm.link}:\n${toConfirm.url}`, confirm.otherwise] : []), `--\n${[brand, ...footer].join('\n')}`].join('\n\n')}\n`,
  }
}

const confirmSection = ({
  text,
  url,
}: {
  text: string
  url: string
}): Html => html`<div class="line" style="margin:32px 0 0;border-top:1px solid ${light.line}">
<h2 class="strong" style="margin:28px 0 12px;font-size:20px;line-height:28px;color:${colors.background}">${confirm.title}</h2>
<p style="margin:0 0 16px">${text}</p>
<p style="margin:0 0 16px"><a class="link" href="${url}" style="font-weight:700;color:${light.link}">${confirm.link}</a></p>
<p class="soft" style="margin:0;font-size:14px;line-height:22px;color:${light.muted}">${confirm.otherwise}</p></div>`
