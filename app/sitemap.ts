import type { MetadataRoute } from 'next'
import { siteUrl } from '@/lib/env'

/** Lists only the landing page. */
export default function sitemap(): MetadataRoute.Sitemap {
  return [{ url: siteUrl() }]
}
