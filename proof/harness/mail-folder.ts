import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { concurrently } from './concurrently.ts'

/** A mail as the mail server took it. */
export type ReceivedMail = { raw: string; to: string[]; messageId: string }

/** Makes one of the message and its envelope's recipients. */
export function receivedMail(raw: string, to: string[]): ReceivedMail {
  const [head = ''] = raw.split('\r\n\r\n', 1)
  const messageId = /^message-id:\s*<([^>]+)>/im.exec(head)?.[1] ?? ''
  return { raw, to, messageId }
}

/** The id of the row in lead_emails that the message was written from. */
export const mailId = ({ messageId }: Pick<ReceivedMail, 'messageId'>) => messageId.split('@')[0] ?? ''

/** Returns what reads the mails in the inbox's folder, where the envelope stands above each message. */
export function openMailFolder(folder: string) {
  const known = new Map<string, ReceivedMail>()
  return async (): Promise<ReceivedMail[]> => {
    const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.eml'))
    const added = files.filter((file) => !known.has(file))
    await concurrently(added, 50, async (file) => {
      const stored = await readFile(path.join(folder, file), 'utf8')
      const [, to = '', raw = ''] =
        /^Return-Path:[^\r]*\r\nX-Envelope-To: ([^\r]*)\r\n(.*)$/s.exec(stored) ?? []
      known.set(file, receivedMail(raw, to.split(', ')))
    })
    return [...known.values()]
  }
}
