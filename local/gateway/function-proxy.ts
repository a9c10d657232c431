import type { Context } from 'hono'
import { proxy } from 'hono/proxy'

/**
 * Path and query below /functions/v1. Counts the path's parts, because letters may be written as %66, and the
 * query may hold a path, too.
 */
function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return `/${pathname.split('/').slice(3).join('/')}${search}`
}

/** Streams request and answer. 503 after 150 s. */
export async function passToFunction(
  { req, json }: Context,
  port: number,
  path = pathOf(req.url),
  headers = req.header(),
) {
  // The hosted runtime's limit: https://supabase.com/docs/guides/functions/limits
  const signal = AbortSignal.any([req.raw.signal, AbortSignal.timeout(150_000)])
  try {
    return await proxy(`http://127.0.0.1:${port}${path}`, { raw: req.raw, headers, signal })
  } catch {
    // Tells supabase-js that the function itself did not answer.
    return json({ message: 'The function could not be reached' }, 503, { 'x-relay-error': 'true' })
  }
}
