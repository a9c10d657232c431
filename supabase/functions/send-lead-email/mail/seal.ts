import { brand } from '../../_shared/brand.ts'
import { mailCopy } from '../../_shared/mail-copy.ts'
import type { Mail } from '../smtp.ts'
import { codeLine } from './code-line.ts'
import { html } from './html.ts'
import { layout } from './layout.ts'

const words = mailCopy.seal

/** Takes the latest seal, "<number>:<hash>"; returns the mail that the owner keeps, so that a later change can be shown. */
export function sealMail(seal: string): Mail {
  const command = `npm run verify -- --seal ${seal}`
  const paragraphs = words.body.map((text) => html`<p style="margin:0 0 16px">${text}</p>`)
  const content = html`${paragraphs}
${codeLine(seal)}
<p style="margin:16px 0 0">${words.use}</p>
${codeLine(command)}`
  return {
    subject: words.subject,
    html: layout({ title: words.title, preheader: words.preheader, content, footer: words.reason }),
    text: `${[words.title, ...words.body, seal, `${words.use}\n${command}`, `--\n${brand}\n${words.reason}`].join('\n\n')}\n`,
  }
}
