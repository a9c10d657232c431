/** Undefined if it is longer than `maxBytes` or the connection breaks off. Answer with `bodyRefused` then. */
export async function readBody(request: Request, maxBytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of request.body ?? []) {
      bytes += chunk.length
      if (bytes > maxBytes) return undefined
      chunks.push(chunk)
    }
  } catch {
    return undefined
  }
  return Buffer.concat(chunks).toString()
}

/**
 * For a body that is too long (RFC 9110, section 15.5.14). Ends the connection: the rest is not read, so no
 * request could follow.
 */
export const bodyRefused = (): Response =>
  new Response(null, { status: 413, headers: { Connection: 'close', 'Cache-Control': 'no-store' } })
