import type { MetadataRoute } from 'next'
import { siteUrl } from '@/lib/env'

/** Lets every crawler in: a preview is kept out of search by its X-Robots-Tag, which only a crawler that may fetch it reads. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: '*', allow: '/' },
    sitemap: `${siteUrl()}/sitemap.xml`,
  }
}
