/** The name in a value of leads.source (private.source_of), or 'direct'. */
export const sourceWords = (source: string) => source.replace(/^(campaign|source|click|referrer):/, '')

export const sourceKinds: Record<string, string> = {
  campaign: 'campaign',
  source: 'tagged link',
  click: 'ad click',
  referrer: 'website',
}

/** '' for 'direct'. */
export const sourceKind = (source: string) => sourceKinds[source.split(':', 1)[0] ?? ''] ?? ''
