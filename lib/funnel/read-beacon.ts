import * as z from 'zod/mini'
import { cutToBytes } from '../lead/cut-to-bytes.ts'
import { type FunnelEvent, funnelEvents, watchLink } from './funnel-event.ts'

export type Beacon = { variant: string; campaign: string; events: FunnelEvent[] }

const isEachOnce = (events: string[]) => new Set(events).size === events.length
const eventsSchema = z.array(z.enum(funnelEvents)).check(z.minLength(1), z.refine(isEachOnce))

/**
 * Parses the text `variant,event,event…`. Returns undefined if the text contains no event, an unknown event, or the
 * same event twice.
 */
export function readBeacon(
  body: string,
  page: string | null,
  variants: readonly string[],
): Beacon | undefined {
  const [variant = '', ...events] = body.split(',')
  const parsed = eventsSchema.safeParse(events)
  if (!parsed.success) return undefined
  return {
    variant: variant === watchLink || variants.includes(variant) ? variant : '',
    campaign: campaign(page),
    events: parsed.data,
  }
}

function campaign(page: string | null): string {
  const name = URL.parse(page ?? '')?.searchParams.get('utm_campaign') ?? ''
  // Drops a campaign that contains an e-mail address, because some mailing tools put the recipient's address there.
  return name.includes('@') ? '' : cutToBytes(name.trim(), 300)
}
