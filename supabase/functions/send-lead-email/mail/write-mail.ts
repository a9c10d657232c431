import { brand } from '../../_shared/brand.ts'
import type { Mail } from '../smtp.ts'
import { type Html, html } from './html.ts'
import { layout } from './layout.ts'

export type Block = { html: Html; text: string }

type Words = { title: string; preheader: string; reason: string }

/** Returns a mail with these blocks. The footer says why the recipient gets the mail, and contains these lines. */
export function writeMail(
  subject: string,
  { title, preheader, reason }: Words,
  blocks: Block[],
  ending: Block[] = [],
): Mail {
  const footer = html`${reason}${ending.map((line) => html`<br>${line.html}`)}`
  const content = html`${blocks.map((block) => block.html)}`
  return {
    subject,
    html: layout({ title, preheader, content, footer }),
    text: `${[title, ...blocks.map(({ text }) => text), `--\n${[brand, reason, ...ending.map(({ text }) => text)].join('\n')}`].join('\n\n')}\n`,
  }
}

export const paragraph = (text: string): Block => ({
  html: html`<p style="margin:0 0 16px">${text}</p>`,
  text,
})
