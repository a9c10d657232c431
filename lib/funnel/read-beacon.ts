import * as z from 'zod/mini'
import { cutToBytes } from '../lead/cut-to-bytes.ts'
import { type FunnelEvent, funnelEvents } from './funnel-event.ts'

/** What one page view has reached since its last beacon. */
export type Beacon = { variant: string; campaign: string; events: FunnelEvent[] }

const isEachOnce = (events: string[]) => new Set(events).size === events.length
const eventsSchema = z.array(z.enum(funnelEvents)).check(z.minLength(1), z.refine(isEachOnce))

/**
 * Reads a beacon: the page's variant and its events, with commas between them.
 * @param body what the loader sent
 * @param page the address of the page, from the Referer header
 * @param variants the names of the configured variants; any other counts as none
 * @returns undefined when an event is not known or comes twice, or when there is none
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
    variant: variants.includes(variant) ? variant : '',
    campaign: campaign(page),
    events: parsed.data,
  }
}

/** As lib/lead/lead-context.ts has it, but without one that names a person: some mailing tools put the address there. */
function campaign(page: string | null): string {
  const name = URL.parse(page ?? '')?.searchParams.get('utm_campaign') ?? ''
  return name.includes('@') ? '' : cutToBytes(name.trim(), 300)
}
