/** Takes leads.source; returns words for where somebody came from: a campaign, a host, or direct. */
export const sourceWords = (source: string) => source.replace(/^(campaign|referrer):/, '')

/** Returns a word for the kind of source: campaign, website, or empty for neither. */
export const sourceKind = (source: string) =>
  source.startsWith('campaign:') ? 'campaign' : source.startsWith('referrer:') ? 'website' : ''
