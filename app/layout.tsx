import type { Metadata, Viewport } from 'next'
import type { ReactNode } from 'react'
import { Loader } from '@/components/loader/loader'
import { siteUrl } from '@/lib/env'
import { heroCopy, siteDescription } from '@/lib/site/copy'
import { brand } from '@/supabase/functions/_shared/brand'
import { colors } from '@/supabase/functions/_shared/colors'
import './globals.css'

export const metadata: Metadata = {
  metadataBase: new URL(siteUrl()),
  title: { default: `${heroCopy.badge} | ${brand}`, template: `%s | ${brand}` },
  description: siteDescription,
}

/**
 * How long the host lets a function run, in seconds: longer than the browser waits for it (docs/architecture.md), which is
 * more than the default of some plans.
 */
export const maxDuration = 20

export const viewport: Viewport = { themeColor: colors.ink }

/** The document around every page: language, font, styles and the loader. */
export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        {children}
        <Loader />
      </body>
    </html>
  )
}
