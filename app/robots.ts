import type { MetadataRoute } from 'next'
import { siteUrl } from '@/lib/env'

/** Welcomes every crawler. A preview is kept out of search by its X-Robots-Tag, which a crawler must be let in to read. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: '*', allow: '/' },
    sitemap: `${siteUrl()}/sitemap.xml`,
  }
}
