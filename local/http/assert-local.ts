import type { IncomingMessage } from 'node:http'
import { HttpError } from './serve.ts'

/**
 * Throws a HttpError with status 403 unless the address that was asked for names this machine. Another site could point
 * a host name of its own at 127.0.0.1 (DNS rebinding) and read the pages that are meant for the developer.
 */
export function assertLocal({ headers }: IncomingMessage) {
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(headers.host ?? '')
  if (!isLocal) throw new HttpError(403, 'Only for localhost')
}
