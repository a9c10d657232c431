import type { ReactNode } from 'react'
import { Sign } from './sections/sign'
import { SiteFooter } from './sections/site-footer'
import { SiteHeader } from './sections/site-header'

const signs = {
  question: 'M8 8.5a4 4 0 1 1 6 3.4c-1.4.9-2 1.6-2 3.1M12 20v.01',
  done: 'm5 12.5 5 5 9-10',
  failed: 'M12 4v10M12 19.5v.01',
}

type NoticeProps = { title: string; sign: keyof typeof signs; children: ReactNode }

/** A page with one message on a card, between the site's header and footer. */
export function Notice({ title, sign, children }: NoticeProps) {
  return (
    <div className="flex min-h-svh flex-col">
      <SiteHeader />
      <main className="m-auto w-full max-w-xl px-gutter py-6 text-center type-lead">
        <div className="grid justify-items-center gap-8 rounded-2xl paper p-8 px-gutter sm:px-8">
          <Sign path={signs[sign]} />
          <h1 className="type-title">{title}</h1>
          {children}
        </div>
      </main>
      <SiteFooter />
    </div>
  )
}
