import { mailCopy } from '../../_shared/mail-copy.ts'
import type { Digest } from '../database.ts'
import type { Mail } from '../smtp.ts'
import { html } from './html.ts'
import { subjectText } from './subject-text.ts'
import { utc } from './utc.ts'
import { type Block, paragraph, writeMail } from './write-mail.ts'

const words = mailCopy.digest

const longestName = 80

/** Returns the owner's mail about leads without mails of their own: how many, the newest names, and where to look. */
export function digestMail({ leads, since, names }: Digest): Mail {
  const shortNames = names.map((name) =>
    Array.from(name.replace(/\s+/gu, ' ')).slice(0, longestName).join(''),
  )
  return writeMail(subjectText(`${leads} ${leads === 1 ? words.subject.one : words.subject.more}`), words, [
    paragraph(`${words.lead} ${leads}${since ? ` ${words.since} ${utc(since)}` : ''}.`),
    paragraph(words.newest),
    list([...shortNames, ...(leads > names.length ? [words.more] : [])]),
    paragraph(words.advice),
  ])
}

const list = (items: string[]): Block => ({
  html: html`<ul style="margin:0 0 16px;padding-left:20px">${items.map((item) => html`<li style="word-break:break-word"><bdi>${item}</bdi></li>`)}</ul>`,
  text: items.map((item) => `- ${item}`).join('\n'),
})
