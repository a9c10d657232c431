import { brand } from '../../../../site/brand.ts'
import { colors } from '../../_shared/colors.ts'
import { type Html, html } from './html.ts'
import { layout } from './layout.ts'

/** `headers` are those that only this email has. */
export type Mail = { subject: string; html: string; text: string; headers?: Record<string, string> }

export type Block = { html: Html; text: string }

type Words = { eyebrow?: string; title: string; preheader: string; reason: string }

/** From top to bottom: `hero` in the dark panel with the title, `body` below, `ending` in the footer. */
type Parts = { hero?: Block[]; body: Block[]; ending?: Block[] }

/** In HTML and text. The footer begins with why the recipients get this email. */
export function writeMail(
  subject: string,
  { eyebrow, title, preheader, reason }: Words,
  { hero = [], body, ending = [] }: Parts,
): Mail {
  const top = [eyebrow, title].filter(Boolean).join('\n')
  const texts = [...hero, ...body].map(({ text }) => text)
  const signature = ['-- ', brand, reason, ...ending.map(({ text }) => text)].join('\n')
  return {
    subject,
    html: layout({
      ...{ subject, preheader, eyebrow, title },
      hero: html`${hero.map((block) => block.html)}`,
      content: html`${body.map((block) => block.html)}`,
      footer: html`${withCommands(reason)}${ending.map((line) => html`<br>${line.html}`)}`,
    }),
    text: `${[top, ...texts.filter(Boolean), signature].join('\n\n')}\n`,
  }
}

export const paragraph = (text: string): Block => ({
  html: html`<p style="margin:0 0 16px">${withCommands(text)}</p>`,
  text,
})

export const intro = (text: string): Block => ({
  html: html`<p style="margin:12px 0 0;color:${colors.mutedForeground}">${withCommands(text)}</p>`,
  text,
})

/** A bullet before each entry. */
export const list = (entries: (string | Block)[]): Block => {
  const items = entries.map((entry) =>
    typeof entry === 'string' ? { html: html`${entry}`, text: entry } : entry,
  )
  return {
    html: html`<ul style="margin:0 0 16px;padding-left:20px">${items.map((item) => html`<li style="margin:0 0 8px;word-break:break-word"><bdi>${item.html}</bdi></li>`)}</ul>`,
    text: items.map(({ text }) => `- ${text}`).join('\n'),
  }
}

export const codeFont = 'Consolas,Menlo,monospace'

/** Commands such as `npm run desk` become code. */
export function withCommands(text: string): Html {
  const [before, command] = /^(.*?)(npm run \w+)/s.exec(text)?.slice(1) ?? []
  if (before === undefined || command === undefined) return html`${text}`
  const rest = text.slice(before.length + command.length)
  return html`${before}<span style="font-family:${codeFont};font-size:15px">${command}</span>${withCommands(rest)}`
}
