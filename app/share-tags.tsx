import { siteUrl } from '@/lib/env'
import { heroCopy, siteDescription } from '@/lib/site/copy'
import { brand } from '@/supabase/functions/_shared/brand'

const { badge, headline } = heroCopy

/** The tags for previews of a shared link. Next's metadata would repeat each tag for Twitter, but Twitter reads these tags too. */
export function ShareTags() {
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:url" content={siteUrl()} />
      <meta property="og:site_name" content={brand} />
      <meta property="og:title" content={badge} />
      <meta property="og:description" content={siteDescription} />
      <meta property="og:image" content={`${siteUrl()}/social.jpg`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={`${headline.lead} ${headline.accent} ${headline.tail}`} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
