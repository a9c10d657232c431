import { colors } from '../../_shared/colors.ts'
import { mailCopy } from '../../_shared/mail-copy.ts'
import type { Mail } from '../smtp.ts'
import { html } from './html.ts'
import { lightColors as light } from './light-colors.ts'
import { type Block, codeFont, lead, paragraph, writeMail } from './write-mail.ts'

const words = mailCopy.seal

/**
 * Returns a mail to the owner with the latest seal, "<number>:<hash>", and with the lines of `removals`. If somebody
 * changes evidence later, the seal in the mail proves the change. If the database is restored from a backup, the
 * lines tell the database who was erased or has withdrawn.
 */
export const sealMail = (seal: string, removals: string): Mail =>
  writeMail(words.subject, words, {
    hero: [lead(words.lead)],
    body: [
      ...words.body.map(paragraph),
      code(words.latest, seal),
      code(words.use, `npm run verify -- --seal ${seal}`),
      ...(removals ? [code(words.removals, removals)] : []),
    ],
  })

/** Returns a sentence that explains the lines, and below the sentence a block from which to copy the lines. */
const code = (use: string, lines: string): Block => ({
  html: html`<p style="margin:0 0 8px">${use}</p>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px"><tr><td class="note strong" bgcolor="${light.ground}" style="background:${light.ground};border-radius:10px;padding:12px 16px;font-family:${codeFont};font-size:14px;line-height:22px;color:${colors.background};word-break:break-all">${lines.split('\n').map((line, index) => html`${index > 0 ? html`<br>` : ''}${line}`)}</td></tr></table>`,
  text: `${use}\n${lines}`,
})
