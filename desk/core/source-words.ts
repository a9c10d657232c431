/** Returns where somebody came from, as leads.source says it, in words: a campaign, a host, or direct. */
export const sourceWords = (source: string) => source.replace(/^(campaign|referrer):/, '')

/** Whether it is a campaign, a website or neither, in words. */
export const sourceKind = (source: string) =>
  source.startsWith('campaign:') ? 'campaign' : source.startsWith('referrer:') ? 'website' : ''
