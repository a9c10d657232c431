import type { Metadata, Viewport } from 'next'
import localFont from 'next/font/local'
import type { ReactNode } from 'react'
import { Loader } from '@/components/loader/loader'
import { siteUrl } from '@/lib/env'
import { brand, heroCopy, siteDescription } from '@/supabase/functions/_shared/site'
import './globals.css'

const hostGrotesk = localFont({
  src: '../node_modules/@fontsource-variable/host-grotesk/files/host-grotesk-latin-wght-normal.woff2',
  variable: '--font-host-grotesk',
  weight: '300 800',
  display: 'swap',
  // app/base.css has one for more systems than those with Arial.
  adjustFontFallback: false,
})

export const metadata: Metadata = {
  metadataBase: new URL(siteUrl()),
  title: { default: `${heroCopy.badge} | ${brand}`, template: `%s | ${brand}` },
  description: siteDescription,
}

export const viewport: Viewport = { themeColor: '#0b0c10' }

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" className={hostGrotesk.variable}>
      <body>
        {children}
        <Loader />
      </body>
    </html>
  )
}
