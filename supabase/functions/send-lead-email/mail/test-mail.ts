import { brand } from '../../_shared/brand.ts'
import { mailCopy } from '../../_shared/mail-copy.ts'
import type { Mail } from '../smtp.ts'
import { html } from './html.ts'
import { layout } from './layout.ts'

const words = mailCopy.test

/** Returns the mail that shows the owner that mails arrive. */
export function testMail(): Mail {
  const content = html`${words.body.map((text) => html`<p style="margin:0 0 16px">${text}</p>`)}`
  return {
    subject: words.subject,
    html: layout({ title: words.title, preheader: words.preheader, content, footer: words.reason }),
    text: `${[words.title, ...words.body, `--\n${brand}\n${words.reason}`].join('\n\n')}\n`,
  }
}
