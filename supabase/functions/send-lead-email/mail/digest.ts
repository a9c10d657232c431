import { brand } from '../../_shared/brand.ts'
import { mailCopy } from '../../_shared/mail-copy.ts'
import type { Digest } from '../database.ts'
import type { Mail } from '../smtp.ts'
import { codeLine } from './code-line.ts'
import { html } from './html.ts'
import { layout } from './layout.ts'
import { subjectText } from './subject-text.ts'
import { utc } from './utc.ts'

const words = mailCopy.digest

/** How much of a name is shown: the digest has many. */
const longestName = 80

/** Returns the owner's mail about leads without mails of their own: how many, the newest names, and where to look. */
export function digestMail({ leads, since, names }: Digest): Mail {
  const count = `${leads} ${words.subject}`
  const paragraphs = [`${words.lead} ${leads}${since ? ` ${words.since} ${utc(since)}` : ''}.`, words.newest]
  const items = [
    ...names.map((name) => Array.from(name.replace(/\s+/gu, ' ')).slice(0, longestName).join('')),
    ...(leads > names.length ? [words.more] : []),
  ]
  const content = html`${paragraphs.map((text) => html`<p style="margin:0 0 16px">${text}</p>`)}
<ul style="margin:0 0 16px;padding-left:20px">${items.map((item) => html`<li style="word-break:break-word"><bdi>${item}</bdi></li>`)}</ul>
<p style="margin:0">${words.advice}</p>
${words.sql.map(codeLine)}`
  const lines = items.map((item) => `- ${item}`).join('\n')
  return {
    subject: subjectText(count),
    html: layout({ title: words.title, preheader: words.preheader, content, footer: words.reason }),
    text: `${[words.title, ...paragraphs, lines, [words.advice, ...words.sql].join('\n'), `--\n${brand}\n${words.reason}`].join('\n\n')}\n`,
  }
}
