import { sourceAddresses } from '../lead/source-address.ts'

/** Renames a campaign to `other` after its source has sent `most` campaigns that day. This prevents a flood of false names. */
export function limitCampaigns(most = 3, maxSources = 10_000) {
  let day = 0
  let named = new Map<string, Set<string>>()
  return (forwardedFor: string | null, campaign: string): string => {
    const source = sourceAddresses(forwardedFor).at(-1)
    if (!source || !campaign) return campaign
    const today = Math.floor(Date.now() / 86_400_000)
    if (today !== day || named.size >= maxSources) named = new Map()
    day = today
    const own = named.get(source) ?? new Set()
    if (!own.has(campaign) && own.size >= most) return 'other'
    named.set(source, own.add(campaign))
    return campaign
  }
}
