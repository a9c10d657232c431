import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { concurrently } from './concurrently.ts'

/**
 * An email that the mail server has received. `to` contains the recipients from the envelope. `id` is the id
 * that the email has in the outbox.
 */
export type ReceivedMail = { raw: string; to: string[]; id: string }

/** Makes an email from the source text of the message and the recipients on the envelope. */
export function receivedMail(raw: string, to: string[]): ReceivedMail {
  const [head = ''] = raw.split('\r\n\r\n', 1)
  // The id of the email is the first part of the Message-ID.
  return { raw, to, id: /^message-id:\s*<([^>@]*)/im.exec(head)?.[1] ?? '' }
}

/**
 * Returns a function that reads all emails from the folder of the inbox. In each file, the envelope comes
 * first and the message second.
 */
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
