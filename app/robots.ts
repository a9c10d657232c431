import type { MetadataRoute } from 'next'
import { siteUrl } from '@/lib/env'

/**
 * Previews are kept out of search results by the header X-Robots-Tag, which a crawler sees only if it may
 * fetch the page.
 */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: '*', allow: '/' },
    sitemap: `${siteUrl()}/sitemap.xml`,
  }
}
