import type { MetadataRoute } from 'next'
import { siteUrl } from '@/lib/env'

/** Lets every crawler in. X-Robots-Tag keeps previews out of search, and a crawler must fetch a page to read that header. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: '*', allow: '/' },
    sitemap: `${siteUrl()}/sitemap.xml`,
  }
}
