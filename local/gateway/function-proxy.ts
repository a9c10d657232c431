import type { Context } from 'hono'
import { proxy } from 'hono/proxy'

/**
 * Passes a request on to the function host at this port, by default below /functions/v1 and with its own headers, and
 * streams the answer; 503 with `x-relay-error` when there is none within 150 s.
 */
export async function passToFunction(
  { req, json }: Context,
  port: number,
  path = req.url.replace(/^.*?\/functions\/v1/, ''),
  headers = req.header(),
) {
  // As long as the hosted gateway waits (https://supabase.com/docs/guides/functions/limits).
  const signal = AbortSignal.any([req.raw.signal, AbortSignal.timeout(150_000)])
  try {
    return await proxy(`http://127.0.0.1:${port}${path}`, { raw: req.raw, headers, signal })
  } catch {
    // By this header supabase-js tells a function that could not be reached from one that answered an error.
    return json({ message: 'The function could not be reached' }, 503, { 'x-relay-error': 'true' })
  }
}
