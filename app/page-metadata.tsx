import type { Metadata } from 'next'
import { siteUrl } from '@/lib/env'
import { brand } from '@/site/brand'
import { heroCopy, siteDescription } from '@/site/copy'

const { badge, headline } = heroCopy

/** All variants of the landing page have the same text. */
export const pageMetadata: Metadata = {
  alternates: { canonical: '/' },
  openGraph: {
    type: 'website',
    url: '/',
    siteName: brand,
    title: badge,
    description: siteDescription,
    images: {
      url: '/social.jpg',
      width: 1200,
      height: 630,
      alt: `${headline.start} ${headline.accent} ${headline.tail}`,
    },
  },
  twitter: { card: 'summary_large_image' },
}

/** There is no VideoObject, because it would give away the address of the gated video. */
export function StructuredData() {
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
