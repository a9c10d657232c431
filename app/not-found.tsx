import type { Metadata } from 'next'
import { SiteHeader } from '@/components/sections/site-header'
import { buttonLook } from '@/components/ui/button'
import { UnknownPath } from '@/components/unknown-path'
import { notFoundCopy } from '@/supabase/functions/_shared/site'

export const metadata: Metadata = { title: 'Page not found' }

export default function NotFound() {
  return (
    <>
      <SiteHeader />
      <main className="grid flex-1 place-content-center justify-items-center gap-8 px-5 pb-32 text-center">
        <p aria-hidden="true" className="font-extrabold text-accent text-display">
          404
        </p>
        <h1 className="font-bold text-title">{notFoundCopy.text}</h1>
        {/* A full load, so that the page behind it starts locked. */}
        <a href="/" className={buttonLook}>
          {notFoundCopy.home}
        </a>
        <UnknownPath />
      </main>
    </>
  )
}
