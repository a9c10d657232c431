import type { Metadata, Viewport } from 'next'
import type { ReactNode } from 'react'
import { Loader } from '@/components/loader/loader'
import { siteUrl } from '@/lib/env'
import { brand } from '@/site/brand'
import { heroCopy, siteDescription } from '@/site/copy'
import { colors } from '@/supabase/functions/_shared/colors'
import './globals.css'

export const metadata: Metadata = {
  metadataBase: new URL(siteUrl()),
  title: { default: `${heroCopy.badge} | ${brand}`, template: `%s | ${brand}` },
  description: siteDescription,
  icons: { icon: { url: '/icon.svg', type: 'image/svg+xml' } },
}

/** Seconds on the host. The browser gives up earlier. A route handler does not inherit this value. */
export const maxDuration = 20

export const viewport: Viewport = { themeColor: colors.background }

/** The root layout of all pages. It sets the language, the font and the styles, and includes the loader. */
export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" className="dark">
      <body>
        {children}
        <Loader />
      </body>
    </html>
  )
}
