import type { ReactNode } from 'react'
import { SiteFooter } from './sections/site-footer'
import { SiteHeader } from './sections/site-header'

/** A page with one message between the site's header and footer. */
export function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex min-h-svh flex-col backdrop-lit">
      <SiteHeader />
      <main className="m-auto grid max-w-2xl justify-items-center gap-8 px-gutter py-6 text-center type-lead">
        <h1 className="type-display">{title}</h1>
        {children}
      </main>
      <SiteFooter />
    </div>
  )
}
