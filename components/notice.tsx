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

/** In a speech bubble, as on the poster. */
export function Notice({ title, sign, children }: NoticeProps) {
  return (
    <div className="flex min-h-svh flex-col">
      <SiteHeader />
      <main className="flex grow px-gutter py-6 type-lead sm:px-8 md:py-section">
        <div className="mx-auto grid w-full max-w-3xl justify-items-start gap-7 self-start rounded-3xl rounded-bl-sm paper p-6 sm:p-12 md:self-center">
          <Sign path={signs[sign]} />
          <h1 className="type-title">{title}</h1>
          {children}
        </div>
      </main>
      <SiteFooter />
    </div>
  )
}
