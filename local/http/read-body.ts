import type { IncomingMessage } from 'node:http'
import { HttpError } from './serve.ts'

const limit = 1024 * 1024

/** Reads the body as text. Throws a HttpError with status 413 when it is larger than 1 MiB. */
export async function readBody(request: IncomingMessage) {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size <= limit) chunks.push(chunk)
  }
  if (size > limit) throw new HttpError(413, 'Payload too large')
  return Buffer.concat(chunks).toString('utf8')
}
