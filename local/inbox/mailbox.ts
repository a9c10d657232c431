import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { HTTPException } from 'hono/http-exception'
import PostalMime, { type Address } from 'postal-mime'
import type { SMTPServerEnvelope } from 'smtp-server'
import { makeFolder } from '../../machine/data-folder.ts'

export type MailSummary = Awaited<ReturnType<typeof summarize>>

export type Mailbox = Awaited<ReturnType<typeof openMailbox>>

/**
 * One file an email, named by its arrival. Throws a `folderError`, and an HTTPException with status 404 for
 * an unknown email.
 */
export async function openMailbox(folder: string) {
  await makeFolder(folder)
  const summaries = new Map<string, MailSummary>()
  let arrivals = 0

  const fileOf = (id: string) => path.join(folder, `${id}.eml`)

  const read = (id: string) =>
    readFile(fileOf(id)).catch((error) => {
      throw error.code === 'ENOENT' ? new HTTPException(404, { message: 'This email is gone' }) : error
    })

  async function summary(id: string) {
    const found = summaries.get(id) ?? (await summarize(id, await read(id)))
    summaries.set(id, found)
    return found
  }

  return {
    read,
    summary,

    async newest(limit: number) {
      const files = await readdir(folder)
      const ids = files.filter((file) => file.endsWith('.eml')).map((file) => path.parse(file).name)
      const mails: MailSummary[] = []
      // One by one, because a process cannot have thousands of files open.
      for (const id of ids.sort().reverse().slice(0, limit)) mails.push(await summary(id))
      return { total: ids.length, mails }
    },

    /** The envelope becomes headers, as on delivery. */
    async add(mail: Buffer, { mailFrom, rcptTo }: SMTPServerEnvelope) {
      const id = `${Date.now()}-${process.pid}-${String(arrivals++).padStart(6, '0')}`
      const [from, to] = [mailFrom ? mailFrom.address : '', rcptTo.map(({ address }) => address).join(', ')]
      const header = `Return-Path: <${from}>\r\nX-Envelope-To: ${to}\r\n`
      const unfinished = path.join(folder, `${id}.unfinished`)
      await writeFile(unfinished, Buffer.concat([Buffer.from(header), mail]), { mode: 0o600 })
      await rename(unfinished, fileOf(id))
    },
  }
}

async function summarize(id: string, source: Buffer) {
  const { to = [], replyTo = [], subject = '', headers } = await PostalMime.parse(source)
  const recipients = headers.find(({ key }) => key === 'x-envelope-to')?.value ?? ''
  return {
    ID: id,
    To: to.map(address),
    ReplyTo: replyTo.map(address),
    Subject: subject,
    Created: new Date(Number(id.split('-')[0])).toISOString(),
    EnvelopeTo: recipients.split(', '),
  }
}

const address = ({ name, address = '' }: Address) => ({ Name: name, Address: address })
