import type { IncomingMessage } from 'node:http'

/**
 * Whether the request was made to this machine by name. A page elsewhere can point a name of its own at 127.0.0.1
 * (DNS rebinding), and would otherwise read what is meant for the person at this machine.
 */
export function isLocalRequest(request: IncomingMessage) {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(request.headers.host ?? '')
}
