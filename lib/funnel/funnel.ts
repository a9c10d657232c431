import { arrivalOf } from '../lead/campaign.ts'
import { variantNames } from '../page-copy.ts'
import { isOfThisSite } from '../server/is-from-this-site.ts'
import { createCounter } from './counter.ts'
import { limitSources } from './limit-sources.ts'
import { readBeacon } from './read-beacon.ts'

export const maxBeaconBytes = 1_024

/** Counts posted beacons. Takes what `createCounter` takes. */
export function createFunnel(...counts: Parameters<typeof createCounter>) {
  const { add, flush } = createCounter(...counts)
  const limited = limitSources()
  return {
    flush,
    /** False, and nothing is counted, if the post is malformed, from another site or over the limit. */
    take(headers: Pick<Headers, 'get'>, body: string, arrival = ''): boolean {
      const site = headers.get('sec-fetch-site')
      const isOwn = site ? site === 'same-origin' : isOfThisSite(headers, headers.get('origin') ?? '')
      const beacon = isOwn ? readBeacon(body, arrivalOf(arrival, headers), variantNames) : undefined
      if (!beacon) return false
      const campaign = limited(headers.get('x-forwarded-for'), beacon.campaign)
      return campaign !== undefined && add({ ...beacon, campaign })
    },
  }
}
