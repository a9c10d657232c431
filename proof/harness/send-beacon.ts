import type { FunnelEvent } from '../../lib/funnel/funnel-event.ts'
import { type Answer, answerTo } from './answer.ts'

/** What the loader of a page at this address sends when it is left: where to, with which headers and body. */
export const makeBeacon = (
  { pageUrl }: { pageUrl: string },
  page: string,
  events: readonly FunnelEvent[],
) => ({
  url: `${pageUrl}funnel`,
  headers: {
    origin: new URL(pageUrl).origin,
    referer: page,
    'content-type': 'text/plain;charset=UTF-8',
  },
  body: `,${events}`,
})

/** Sends it. */
export function sendBeacon(...of: Parameters<typeof makeBeacon>): Promise<Answer> {
  const { url, ...call } = makeBeacon(...of)
  return answerTo(url, call, (status) => (status === 204 ? 'success' : 'wrong'))
}
