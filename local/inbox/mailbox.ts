import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import PostalMime, { type Address } from 'postal-mime'

export type Envelope = { from: string; to: string[] }

/** What the list shows of a mail, in the words of Mailpit's API, and the recipients of its envelope. */
export type MailSummary = {
  ID: string
  MessageID: string
  From: MailAddress
  To: MailAddress[]
  Subject: string
  Created: string
  Size: number
  ReturnPath: string
  EnvelopeTo: string[]
}
type MailAddress = { Name: string; Address: string }

export type Mailbox = Awaited<ReturnType<typeof openMailbox>>

/** Keeps mails as files of a folder, named so that their order is the order of arrival. */
export async function openMailbox(folder: string) {
  await mkdir(folder, { recursive: true })
  const files = (await readdir(folder)).filter((file) => file.endsWith('.eml')).sort()
  const ids = new Set(files.map((file) => file.slice(0, -'.eml'.length)))
  const summaries = new Map<string, MailSummary>()
  let arrivals = 0

  const fileOf = (id: string) => path.join(folder, `${id}.eml`)
  const read = (id: string) => (ids.has(id) ? readFile(fileOf(id)).catch(() => undefined) : undefined)

  return {
    read,

    /** The ids, newest first. */
    ids: () => [...ids].reverse(),

    /** Stores a mail below its envelope, written as a mail server notes it on delivery. */
    async add(mail: Buffer, envelope: Envelope) {
      const id = `${Date.now()}-${process.pid}-${String(arrivals++).padStart(6, '0')}`
      const header = `Return-Path: <${envelope.from}>\r\nX-Envelope-To: ${envelope.to.join(', ')}\r\n`
      const unfinished = path.join(folder, `${id}.unfinished`)
      await mkdir(folder, { recursive: true })
      await writeFile(unfinished, Buffer.concat([Buffer.from(header), mail]))
      await rename(unfinished, fileOf(id))
      ids.add(id)
    },

    async summary(id: string): Promise<MailSummary | undefined> {
      const known = summaries.get(id)
      if (known) return known
      const mail = await read(id)
      if (!mail) return
      const parsed = await PostalMime.parse(mail)
      const header = (key: string) => parsed.headers.find((line) => line.key === key)?.value ?? ''
      const summary = {
        ID: id,
        MessageID: (parsed.messageId ?? '').replace(/^<|>$/g, ''),
        From: toAddress(parsed.from),
        To: (parsed.to ?? []).map(toAddress),
        Subject: parsed.subject ?? '',
        Created: new Date(Number(id.split('-')[0])).toISOString(),
        Size: mail.length,
        ReturnPath: header('return-path').replace(/^<|>$/g, ''),
        EnvelopeTo: header('x-envelope-to').split(', '),
      }
      summaries.set(id, summary)
      return summary
    },

    async clear() {
      const gone = [...ids]
      ids.clear()
      summaries.clear()
      await Promise.all(gone.map((id) => rm(fileOf(id), { force: true })))
    },
  }
}

const toAddress = (address: Address | undefined): MailAddress => ({
  Name: address?.name ?? '',
  Address: address?.address ?? '',
})
