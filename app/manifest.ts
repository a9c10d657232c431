import type { MetadataRoute } from 'next'
import { siteDescription } from '@/lib/site/description'
import { brand } from '@/supabase/functions/_shared/brand'

/** How the page looks where a visitor puts it on a home screen. */
export default function manifest(): MetadataRoute.Manifest {
  return {
    name: brand,
    short_name: brand,
    description: siteDescription,
    start_url: '/',
    display: 'browser',
    background_color: '#0b0c10',
    theme_color: '#0b0c10',
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
}
