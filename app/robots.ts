import type { MetadataRoute } from 'next'
import { siteUrl } from '@/lib/env'

/** Allows every crawler, because a crawler must fetch a preview to read the header X-Robots-Tag that excludes the preview. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: '*', allow: '/' },
    sitemap: `${siteUrl()}/sitemap.xml`,
  }
}
