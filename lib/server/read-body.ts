/**
 * Reads the body of a request as text. Returns undefined if the body is too long or the connection breaks off. If a
 * body is too long, reads it to the end nevertheless. Otherwise Node would never read the next request on the same
 * connection.
 */
export async function readBody(request: Request, maxBytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of request.body ?? []) {
      bytes += chunk.length
      if (bytes <= maxBytes) chunks.push(chunk)
    }
  } catch {
    return undefined
  }
  return bytes <= maxBytes ? Buffer.concat(chunks).toString() : undefined
}
