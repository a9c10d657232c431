import { mailCopy } from '../../_shared/mail-copy.ts'
import type { Digest } from '../database.ts'
import type { Mail } from '../smtp.ts'
import { html } from './html.ts'
import { strangersText } from './strangers-text.ts'
import { subjectText } from './subject-text.ts'
import { utc } from './utc.ts'
import { type Block, lead, paragraph, writeMail } from './write-mail.ts'

const words = mailCopy.digest

const longestName = 80

/** Returns a mail to the owner with the numbers and newest names of withdrawals and of leads without their own mail. */
export function digestMail({ leads, since, names, withdrawals, withdrawn }: Digest): Mail {
  const about = leads > 0 ? words : words.withdrawn
  const count = leads || withdrawals
  const when = since ? ` ${words.since} ${utc(since)}` : ''
  return writeMail(subjectText(`${count} ${about.subject[count === 1 ? 'one' : 'more']}`), about, {
    hero: leads > 0 ? [lead(`${words.lead} ${leads}${when}.`)] : [],
    body: [
      ...(leads > 0 ? [paragraph(words.newest), listOf(names, leads)] : []),
      ...(withdrawals > 0 ? [paragraph(words.withdrawn.lead), listOf(withdrawn, withdrawals)] : []),
      ...(leads > 0 ? [paragraph(words.advice)] : []),
    ],
  })
}

function listOf(names: string[], count: number): Block {
  const items = names.map((name) =>
    Array.from(strangersText(name).replace(/\s+/gu, ' ')).slice(0, longestName).join(''),
  )
  if (count > names.length) items.push(words.more)
  return {
    html: html`<ul style="margin:0 0 16px;padding-left:20px">${items.map((item) => html`<li style="word-break:break-word"><bdi>${item}</bdi></li>`)}</ul>`,
    text: items.map((item) => `- ${item}`).join('\n'),
  }
}
