import { colors } from '../../_shared/colors.ts'
import { mailCopy } from '../../_shared/mail-copy.ts'
import type { Mail } from '../smtp.ts'
import { html } from './html.ts'
import { type Block, paragraph, writeMail } from './write-mail.ts'

const words = mailCopy.seal

/** Returns a mail to the owner with the latest seal, "<number>:<hash>". This mail can later prove that evidence was changed. */
export const sealMail = (seal: string): Mail =>
  writeMail(words.subject, words, [
    ...words.body.map(paragraph),
    code('', seal),
    code(words.use, `npm run verify -- --seal ${seal}`),
  ])

/** Returns a block with a command to copy, and before it a sentence that explains the command. */
const code = (use: string, line: string): Block => ({
  html: html`<div style="margin:16px 0 0">${use}<div class="strong" style="margin-top:8px;font-family:Consolas,Menlo,monospace;font-size:14px;line-height:22px;color:${colors.background};word-break:break-word">${line}</div></div>`,
  text: [use, line].filter(Boolean).join('\n'),
})
