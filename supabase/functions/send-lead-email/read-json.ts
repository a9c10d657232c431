import { errorResponse } from './error-response.ts'
import { raceSignal } from './race-signal.ts'

const maxJsonBytes = 16 * 1024

/** At most 16 KiB, within `timeoutMs`. For a wrong body, throws the Response to send. */
export async function readJson(request: Request, timeoutMs: number): Promise<unknown> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    throw errorResponse('unsupported_media_type')
  }
  const text = await readBody(request, timeoutMs)
  try {
    return JSON.parse(text)
  } catch {
    throw errorResponse('invalid_json')
  }
}

/** Throws the same Responses as readJson. */
export async function readBody(
  { body }: Request,
  timeoutMs: number,
  maxBytes = maxJsonBytes,
): Promise<string> {
  if (!body) return ''
  const reader = body.getReader()
  const signal = AbortSignal.timeout(timeoutMs)
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  try {
    for (;;) {
      const { done, value } = await raceSignal(reader.read(), signal)
      if (done) return text + decoder.decode()
      size += value.byteLength
      if (size > maxBytes) throw errorResponse('too_large')
      text += decoder.decode(value, { stream: true })
    }
  } catch (error) {
    if (signal.aborted) throw errorResponse('timeout')
    // Empty after a broken connection, which is no JSON, so readJson refuses it.
    if (!(error instanceof Response)) return ''
    throw error
  } finally {
    reader.cancel().catch(() => undefined)
  }
}
