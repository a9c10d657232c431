import type { ErrorCode } from './error-response.ts'

const maxBytes = 16 * 1024

export type JsonBody = { ok: true; value: unknown } | { ok: false; error: ErrorCode }

/** Reads a request's body as JSON: at most 16 KiB, within `timeoutMs`. Never throws; the result says what was wrong. */
export async function readJson(request: Request, timeoutMs: number): Promise<JsonBody> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    return { ok: false, error: 'unsupported_media_type' }
  }
  const body = await readText(request.body, timeoutMs)
  if ('error' in body) return { ok: false, error: body.error }
  try {
    return { ok: true, value: JSON.parse(body.text) }
  } catch {
    return { ok: false, error: 'invalid_json' }
  }
}

type Text = { text: string } | { error: ErrorCode }

async function readText(stream: ReadableStream<Uint8Array> | null, timeoutMs: number): Promise<Text> {
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
      if (part === 'timeout') return { error: part }
      if (part.done) return { text: text + decoder.decode() }
      size += part.value.byteLength
      if (size > maxBytes) return { error: 'too_large' }
      text += decoder.decode(part.value, { stream: true })
    }
  } catch {
    // The connection broke, so nobody reads the answer; the empty text becomes `invalid_json`.
    return { text: '' }
  } finally {
    clearTimeout(timer)
    reader.cancel().catch(() => undefined)
  }
}
