import type { FunnelEvent } from '../../lib/funnel/funnel-event.ts'
import { type Answer, answerTo } from './answer.ts'

/** Sends what the loader of a page at this address sends when it is left. */
export function sendBeacon(
  { pageUrl }: { pageUrl: string },
  page: string,
  events: readonly FunnelEvent[],
): Promise<Answer> {
  const headers = {
    origin: new URL(pageUrl).origin,
    referer: page,
    'content-type': 'text/plain;charset=UTF-8',
  }
  return answerTo(`${pageUrl}funnel`, { headers, body: `,${events}` }, (status) =>
    status === 204 ? 'success' : 'wrong',
  )
}
