import { sourceAddresses } from '../lead/source-address.ts'

const usual = { campaigns: 3, beacons: 2_000, sources: 10_000 }

/**
 * Counts a beacon by source. Returns the campaign's name to store: `other` after `campaigns` names of the
 * source on that day (UTC), undefined after `beacons` beacons. Each process counts alone.
 */
export function limitSources(bounds: Partial<typeof usual> = {}) {
  const { campaigns, beacons, sources } = { ...usual, ...bounds }
  let day = 0
  let known = new Map<string, { names: Set<string>; sent: number }>()
  return (forwardedFor: string | null, campaign: string): string | undefined => {
    const source = sourceAddresses(forwardedFor).at(-1)
    if (!source) return campaign
    const today = Math.floor(Date.now() / 86_400_000)
    if (today !== day || known.size >= sources) known = new Map()
    day = today
    const own = known.get(source) ?? { names: new Set(), sent: 0 }
    known.set(source, own)
    own.sent += 1
    if (own.sent > beacons) return undefined
    if (!campaign || own.names.has(campaign)) return campaign
    if (own.names.size >= campaigns) return 'other'
    own.names.add(campaign)
    return campaign
  }
}
