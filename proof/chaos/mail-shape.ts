import PostalMime from 'postal-mime'
import type { ReceivedMail } from '../harness/read-mails.ts'

/** What input must not be able to change in a mail: its headers' names, its recipients, its tags and its links. */
export async function mailShape({ raw, to }: ReceivedMail): Promise<string> {
  const { headers, html = '', to: shownTo } = await PostalMime.parse(raw)
  const names = headers.map(({ key }) => key)
  const tags = [...html.matchAll(/<\/?([a-z!][\w-]*)/gi)].map(([tag]) => tag.toLowerCase())
  const targets = [...html.matchAll(/(?:href|src)="([a-z]+:)/gi)].map(([, scheme]) => scheme)
  const subjectLines = /^subject:.*(?:\r\n[ \t].*)*/im.exec(raw)?.[0].split(/\r\n(?![ \t])/).length
  return JSON.stringify({ names, recipients: [to.length, shownTo?.length], tags, targets, subjectLines })
}
