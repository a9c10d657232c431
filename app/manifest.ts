import type { MetadataRoute } from 'next'
import { brand } from '@/site/brand'
import { siteDescription } from '@/site/copy'
import { colors } from '@/supabase/functions/_shared/colors'

/** Shown on a visitor's home screen. */
export default function manifest(): MetadataRoute.Manifest {
  return {
    name: brand,
    short_name: brand,
    description: siteDescription,
    start_url: '/',
    display: 'browser',
    background_color: colors.background,
    theme_color: colors.background,
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
}
