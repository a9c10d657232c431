/** With Vercel's region in the same place, and the time zones nearby. */
type Region = { supabase: string; vercel: string; place: string; zones: RegExp }

/**
 * The regions of both. A lead takes several round trips between them.
 * https://supabase.com/docs/guides/platform/regions, https://vercel.com/docs/regions
 */
export const regions: Region[] = [
  { supabase: 'us-east-1', vercel: 'iad1', place: 'North Virginia', zones: /New_York|Toronto/ },
  { supabase: 'us-east-2', vercel: 'cle1', place: 'Ohio', zones: /Chicago|Detroit|Indiana/ },
  { supabase: 'us-west-1', vercel: 'sfo1', place: 'North California', zones: /Los_Angeles/ },
  { supabase: 'us-west-2', vercel: 'pdx1', place: 'Oregon', zones: /Vancouver|Denver|Phoenix|Boise/ },
  { supabase: 'ca-central-1', vercel: 'yul1', place: 'Montréal', zones: /Montreal|Halifax/ },
  { supabase: 'sa-east-1', vercel: 'gru1', place: 'São Paulo', zones: /Sao_Paulo|Buenos_Aires|Santiago/ },
  { supabase: 'eu-west-1', vercel: 'dub1', place: 'Dublin', zones: /Dublin/ },
  { supabase: 'eu-west-2', vercel: 'lhr1', place: 'London', zones: /London/ },
  { supabase: 'eu-west-3', vercel: 'cdg1', place: 'Paris', zones: /Paris|Brussels|Madrid|Lisbon/ },
  { supabase: 'eu-central-1', vercel: 'fra1', place: 'Frankfurt', zones: /Europe|Africa/ },
  { supabase: 'eu-north-1', vercel: 'arn1', place: 'Stockholm', zones: /Stockholm|Oslo|Helsinki|Copenhagen/ },
  { supabase: 'ap-south-1', vercel: 'bom1', place: 'Mumbai', zones: /Kolkata|Calcutta|Dubai|Karachi/ },
  { supabase: 'ap-southeast-1', vercel: 'sin1', place: 'Singapore', zones: /Asia/ },
  { supabase: 'ap-southeast-2', vercel: 'syd1', place: 'Sydney', zones: /Australia|Pacific/ },
  { supabase: 'ap-northeast-1', vercel: 'hnd1', place: 'Tokyo', zones: /Tokyo/ },
  { supabase: 'ap-northeast-2', vercel: 'icn1', place: 'Seoul', zones: /Seoul/ },
]

/** As a sentence lists them. */
export const placeNames = regions.map(({ place }) => place).join(', ')

/** By its name at either company, or in words. */
export const findRegion = (name: string): Region | undefined =>
  regions.find(({ supabase, vercel, place }) =>
    [supabase, vercel, place.toLowerCase()].includes(name.trim().toLowerCase()),
  )

/** `zone` is such as Europe/Berlin, or undefined if Node cannot name the TZ. */
export function regionNear(zone = ''): Region {
  // A city is more exact than a continent.
  const [city, continent] = [zone.split('/').at(-1) ?? '', zone.split('/')[0] ?? '']
  const near =
    regions.find(({ zones }) => zones.test(city)) ?? regions.find(({ zones }) => zones.test(continent))
  return near ?? (regions[0] as Region)
}
