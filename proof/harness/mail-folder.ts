import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { concurrently } from './concurrently.ts'

/** A mail as the mail server received it. `to` holds the recipients of the envelope. */
export type ReceivedMail = { raw: string; to: string[]; messageId: string }

/** Makes a received mail from the message's source and the envelope's recipients. */
export function receivedMail(raw: string, to: string[]): ReceivedMail {
  const [head = ''] = raw.split('\r\n\r\n', 1)
  const messageId = /^message-id:\s*<([^>]+)>/im.exec(head)?.[1] ?? ''
  return { raw, to, messageId }
}

/** Returns the id of the mail's row in the outbox. This id is the first part of the Message-ID. */
export const mailId = ({ messageId }: Pick<ReceivedMail, 'messageId'>) => messageId.split('@')[0] ?? ''

/** Returns a function that reads all mails in the inbox's folder. Each file holds the envelope above the message. */
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
