import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { concurrently } from './concurrently.ts'

/** A mail as a mail server took it. */
export type ReceivedMail = { raw: string; to: string[]; messageId: string }

/** Makes one of the message and its envelope's recipients. */
export function receivedMail(raw: string, to: string[]): ReceivedMail {
  const [head = ''] = raw.split('\r\n\r\n', 1)
  const messageId = /^message-id:\s*<([^>]+)>/im.exec(head)?.[1] ?? ''
  return { raw, to, messageId }
}

/** The id of the row in lead_emails that the message was written from. */
export const mailId = ({ messageId }: Pick<ReceivedMail, 'messageId'>) => messageId.split('@')[0] ?? ''

/** What the inbox has acknowledged, from its folder: it keeps the envelope above each message. */
export async function readMails(folder: string): Promise<ReceivedMail[]> {
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.eml')).sort()
  return concurrently(files, 50, async (file) => {
    const stored = await readFile(path.join(folder, file), 'utf8')
    const [, to = '', raw = ''] =
      /^Return-Path:[^\r]*\r\nX-Envelope-To: ([^\r]*)\r\n(.*)$/s.exec(stored) ?? []
    return receivedMail(raw, to.split(', '))
  })
}
