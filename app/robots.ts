import type { MetadataRoute } from 'next'
import { siteUrl } from '@/lib/env'

/** Lets every crawler in. Search engines skip previews by X-Robots-Tag. A crawler reads that header only if it may fetch. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: '*', allow: '/' },
    sitemap: `${siteUrl()}/sitemap.xml`,
  }
}
