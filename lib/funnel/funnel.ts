import { isOfThisSite } from '../server/is-from-this-site.ts'
import { variantNames } from '../site/variants.ts'
import { createCounter } from './counter.ts'
import { limitCampaigns } from './limit-campaigns.ts'
import { readBeacon } from './read-beacon.ts'

export const maxBeaconBytes = 1_024

/** Counts posted beacons. Takes the arguments of `createCounter`. */
export function createFunnel(...counts: Parameters<typeof createCounter>) {
  const { add, flush } = createCounter(...counts)
  const limited = limitCampaigns()
  return {
    flush,
    /** Counts a post. Returns false and counts nothing if the post is from another site, malformed or over the limit. */
    take(headers: Pick<Headers, 'get'>, body: string): boolean {
      const site = headers.get('sec-fetch-site')
      const isOwn = site ? site === 'same-origin' : isOfThisSite(headers, headers.get('origin') ?? '')
      const beacon = isOwn ? readBeacon(body, headers.get('referer'), variantNames) : undefined
      if (!beacon) return false
      return add({ ...beacon, campaign: limited(headers.get('x-forwarded-for'), beacon.campaign) })
    },
  }
}
