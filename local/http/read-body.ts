import type { IncomingMessage } from 'node:http'

const limit = 1024 * 1024

/** The body as text, or undefined when it is larger than a megabyte. */
export async function readBody(request: IncomingMessage) {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size <= limit) chunks.push(chunk)
  }
  return size > limit ? undefined : Buffer.concat(chunks).toString('utf8')
}
