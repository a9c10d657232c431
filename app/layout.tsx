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

/** How many seconds the host lets a function run. The browser waits less long. Each route handler needs its own. */
export const maxDuration = 20

export const viewport: Viewport = { themeColor: colors.background }

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
