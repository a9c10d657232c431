const maxBytes = 16 * 1024

export type JsonBody =
  | { ok: true; value: unknown }
  | { ok: false; status: 400 | 408 | 413 | 415; error: string }

/** Reads a request's body as JSON of at most 16 KB within `timeoutMs`; tells what was wrong instead of throwing. */
export async function readJson(request: Request, timeoutMs: number): Promise<JsonBody> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    return { ok: false, status: 415, error: 'unsupported_media_type' }
  }
  const body = await readText(request.body, timeoutMs)
  if (body === 'too_large') return { ok: false, status: 413, error: 'too_large' }
  if (body === 'timeout') return { ok: false, status: 408, error: 'timeout' }
  try {
    return { ok: true, value: JSON.parse(body.text) }
  } catch {
    return { ok: false, status: 400, error: 'invalid_json' }
  }
}

async function readText(stream: ReadableStream<Uint8Array> | null, timeoutMs: number) {
  if (!stream) return { text: '' }
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let timer: ReturnType<typeof setTimeout> | undefined
  const deadline = new Promise<'timeout'>((resolve) => {
    timer = setTimeout(() => resolve('timeout'), timeoutMs)
  })
  let text = ''
  let size = 0
  try {
    for (;;) {
      const part = await Promise.race([reader.read(), deadline])
      if (part === 'timeout') return part
      if (part.done) return { text: text + decoder.decode() }
      size += part.value.byteLength
      if (size > maxBytes) return 'too_large'
      text += decoder.decode(part.value, { stream: true })
    }
  } catch {
    // The caller broke off: there is nobody left to answer, and half a body is no JSON.
    return { text: '' }
  } finally {
    clearTimeout(timer)
    reader.cancel().catch(() => undefined)
  }
}
