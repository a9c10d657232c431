import { siteUrl } from '@/lib/env'
import { heroCopy, siteDescription } from '@/lib/site/copy'
import { brand } from '@/supabase/functions/_shared/brand'

const { badge, headline } = heroCopy

/** What search engines and link previews read. They get the same text for all variants of the landing page. */
export function PageMetadata() {
  return (
    <>
      <ShareTags />
      <StructuredData />
    </>
  )
}

/**
 * Tags for link previews. The metadata of Next.js would add a second set of tags for Twitter, but Twitter reads these
 * tags as well.
 */
function ShareTags() {
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

/**
 * Structured data for search engines. There is no VideoObject, because it would give away the address of the gated
 * video.
 */
function StructuredData() {
  const url = siteUrl()
  const json = JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'LearningResource',
    name: badge,
    url,
    learningResourceType: 'Video',
    isAccessibleForFree: true,
    provider: { '@type': 'Organization', name: brand, url },
  })
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own texts, and `<` cannot end the script
      dangerouslySetInnerHTML={{ __html: json.replaceAll('<', '\\u003c') }}
    />
  )
}
