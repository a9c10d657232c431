import { brand } from '../../_shared/brand.ts'
import { mailCopy } from '../../_shared/mail-copy.ts'
import type { LeadEmail } from '../database.ts'
import type { Mail } from '../smtp.ts'
import { button } from './button.ts'
import { firstName } from './first-name.ts'
import { html } from './html.ts'
import { layout } from './layout.ts'
import { lightColors as light } from './light-colors.ts'

const { visitor: words, preview } = mailCopy

/** Returns the visitor's mail with the link to the video. The only submitted text in it is a plain first name. */
export function visitorMail(email: Pick<LeadEmail, 'name' | 'preview'>, watchUrl: string): Mail {
  const name = firstName(email.name)
  const greeting = name ? [`${words.greeting} ${name},`] : []
  const paragraphs = [...(email.preview ? [preview.note] : []), ...greeting, ...words.body]
  const content = html`${paragraphs.map((text) => html`<p style="margin:0 0 16px">${text}</p>`)}
${button(words.button, watchUrl)}
<p class="soft" style="margin:0;font-size:14px;line-height:22px;color:${light.muted}">${words.address}<br>
<a class="link" href="${watchUrl}" style="color:${light.link};word-break:break-all">${watchUrl}</a></p>`
  return {
    subject: email.preview ? `${preview.mark} ${words.subject}` : words.subject,
    html: layout({ title: words.title, preheader: words.preheader, content, footer: words.reason }),
    text: `${[words.title, ...paragraphs, `${words.button}:\n${watchUrl}`, `--\n${brand}\n${words.reason}`].join('\n\n')}\n`,
  }
}
