import { siteUrl } from '@/lib/env'
import { heroCopy } from '@/lib/site/copy'
import { brand } from '@/supabase/functions/_shared/brand'

/** The data that search engines read. A VideoObject is left out, because its fields would tell the gated video's address. */
export function StructuredData() {
  const url = siteUrl()
  const json = JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'LearningResource',
    name: heroCopy.badge,
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
