import * as z from 'zod/mini'

import { readCampaign } from '../lead/campaign.ts'
import { type FunnelEvent, funnelEvents, watchLink } from './funnel-event.ts'

export type Beacon = { variant: string; campaign: string; events: FunnelEvent[] }

/** The database stores no longer names. */
const maxNameLength = 300

const isEachOnce = (events: string[]) => new Set(events).size === events.length
const eventsSchema = z.array(z.enum(funnelEvents)).check(z.minLength(1), z.refine(isEachOnce))

/**
 * Parses the text `variant,event,event…`. `arrival` is the query of the address at which the visitor arrived. Returns
 * undefined if the text contains no event, an unknown event, or the same event twice.
 */
export function readBeacon(body: string, arrival: string, variants: readonly string[]): Beacon | undefined {
  const [variant = '', ...events] = body.split(',')
  const parsed = eventsSchema.safeParse(events)
  if (!parsed.success) return undefined
  return {
    variant: variant === watchLink || variants.includes(variant) ? variant : '',
    campaign: campaign(arrival),
    events: parsed.data,
  }
}

function campaign(arrival: string): string {
  const name = readCampaign(arrival).utm_campaign ?? ''
  // Drops a campaign that contains an email address, because some mailing tools put the recipient's address there.
  return name.includes('@') || name.length > maxNameLength ? '' : name
}
