import * as z from 'zod/mini'

import { readCampaign } from '../lead/campaign.ts'
import { type FunnelEvent, funnelEvents, watchLink } from './funnel-event.ts'

export type Beacon = { variant: string; campaign: string; events: FunnelEvent[] }

/** The longest name that the database stores. */
const maxNameLength = 300

const isEachOnce = (events: string[]) => new Set(events).size === events.length
const eventsSchema = z.array(z.enum(funnelEvents)).check(z.minLength(1), z.refine(isEachOnce))

/**
 * Parses `variant,event,event…`. `arrival` is the query of the visitor's first address. Undefined without an
 * event, with an unknown one, or with one twice.
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
  // Some mailing tools put the recipient's address into the campaign.
  return name.includes('@') || name.length > maxNameLength ? '' : name
}
