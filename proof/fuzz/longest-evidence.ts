import type { Chain } from '../harness/chain.ts'
import type { Extras } from '../harness/post-form.ts'
import type { Random } from '../harness/random.ts'

const fillers = ['x', 'ж', '山', '👩‍🚀', '"', '\\', '\u0001', '<&>']
const campaign = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'utm_id', 'gclid']

/** The longest page address, referrer, user agent and campaign that reach the action: none of them may lose the lead. */
export function longestEvidence({ pageUrl }: Chain, random: Random): Extras {
  const filler = random.pick(fillers)
  const long = (bytes: number) => filler.repeat(Math.floor(bytes / Buffer.byteLength(filler)))
  const query = campaign.map((key) => `${key}=${encodeURIComponent(long(500))}`).join('&')
  const headers = { referer: `${pageUrl}?${query}`.slice(0, 9_000), 'user-agent': 'x'.repeat(1_500) }
  return { fields: { referrer: long(8_000) }, headers }
}
