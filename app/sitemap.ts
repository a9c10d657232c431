import type { MetadataRoute } from 'next'
import { siteUrl } from '@/lib/env'

/** Lists the one page. */
export default function sitemap(): MetadataRoute.Sitemap {
  return [{ url: siteUrl() }]
}
