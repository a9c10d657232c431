import { isOfThisSite } from '../server/is-from-this-site.ts'
import { variantNames } from '../site/variants.ts'
import { createCounter } from './counter.ts'
import { limitCampaigns } from './limit-campaigns.ts'
import { readBeacon } from './read-beacon.ts'

/** A longer body is no beacon. */
export const maxBeaconBytes = 1_024

/** Makes what counts the beacons of posts; `send` and `flush` are those of `createCounter`. */
export function openFunnel(...counts: Parameters<typeof createCounter>) {
  const { add, flush } = createCounter(...counts)
  const limited = limitCampaigns()
  return {
    flush,
    /** Counts a post from a page of this site; false when it is from elsewhere, no beacon, or one too many in this second. */
    take(headers: Pick<Headers, 'get'>, body: string): boolean {
      const site = headers.get('sec-fetch-site')
      // Browsers that are older than the one header send the other.
      const isOwn = site ? site === 'same-origin' : isOfThisSite(headers, headers.get('origin') ?? '')
      const beacon = isOwn ? readBeacon(body, headers.get('referer'), variantNames) : undefined
      if (!beacon) return false
      return add({ ...beacon, campaign: limited(headers.get('x-forwarded-for'), beacon.campaign) })
    },
  }
}
