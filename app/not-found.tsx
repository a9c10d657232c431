import type { Metadata } from 'next'
import { SiteHeader } from '@/components/sections/site-header'
import { UnknownPath } from '@/components/unknown-path'
import { notFoundCopy } from '@/supabase/functions/_shared/site'

export const metadata: Metadata = { title: 'Page not found' }

export default function NotFound() {
  return (
    <>
      <SiteHeader />
      <main className="hero px-5 py-28 text-center">
        <h1 className="mb-8 text-display">{notFoundCopy.text}</h1>
        {/* A full load, so that the page behind it starts locked. */}
        <a href="/" className="button">
          {notFoundCopy.home}
        </a>
        <UnknownPath />
      </main>
    </>
  )
}
