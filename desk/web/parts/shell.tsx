import Lock from 'lucide-react/icons/lock'
import type { ComponentType, ReactNode, SVGProps } from 'react'
import { Logo } from '@/site/logo'
import type { Opened } from '../server/acts.ts'
import type { Place } from '../server/place.ts'
import { Island } from './island.tsx'
import { LastActs, NoticeBox } from './notice.tsx'
import { Period, type PeriodProps } from './period.tsx'

/** An icon of lucide. */
export type Icon = ComponentType<SVGProps<SVGSVGElement>>

export type ShellProps = {
  title: string
  /** The links to the other pages. If the key is missing, there are no links. */
  links: { Icon: Icon; label: string; href: string; isCurrent: boolean; waiting: string }[]
  period?: PeriodProps
  /** The time zone in which the page counts days and tells times. */
  zone?: string
  /** Which leads the page shows. Nobody who lacks the key learns it. */
  place?: Place
} & Partial<Opened>

/** The frame that all pages share. The frame has the links to the other pages, the title, the search and the period. */
export function Shell({
  title,
  links,
  period,
  zone,
  place,
  hasKeys = true,
  notice,
  undos = [],
  children,
}: ShellProps & { children: ReactNode }) {
  return (
    <div data-keys={hasKeys ? 'on' : 'off'} className="min-h-dvh md:grid md:grid-cols-[14rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-card p-3 focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      >
        Skip to the content
      </a>
      <aside className="fixed inset-x-0 bottom-0 z-20 border-t bg-card md:sticky md:inset-auto md:top-0 md:flex md:h-dvh md:flex-col md:border-t-0 md:border-r md:p-3">
        <p className="hidden items-center gap-2.5 p-2 pb-6 text-sm font-semibold md:flex">
          <Logo />
        </p>
        <nav aria-label="Pages">
          <ul className="flex md:flex-col md:gap-0.5">
            {links.map(({ Icon, label, href, isCurrent, waiting }) => (
              <li key={label} className="flex-1">
                <a
                  href={href}
                  aria-current={isCurrent ? 'page' : undefined}
                  className="group relative flex flex-col items-center gap-1 py-2 text-[0.625rem] font-medium text-muted-foreground hover:bg-muted aria-[current]:text-foreground md:flex-row md:gap-2.5 md:rounded-lg md:px-2.5 md:text-sm md:aria-[current]:bg-accent"
                >
                  <Icon aria-hidden="true" className="size-4.5 group-aria-[current]:text-chart" />
                  {label}
                  {waiting && (
                    <span className="absolute top-1 left-1/2 ml-1 rounded-md bg-bad-ground px-1 text-[0.6875rem]/4 text-bad md:static md:ml-auto md:px-1.5 md:py-0.5 md:text-xs">
                      {waiting}
                      <span className="sr-only"> wait for you</span>
                    </span>
                  )}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <p className="mt-auto hidden gap-2 p-2 text-xs text-muted-foreground md:flex">
          <Lock aria-hidden="true" className="size-3.5 shrink-0" />
          {footOf(place)}
        </p>
      </aside>
      <div className="min-w-0 pb-20 md:pb-8">
        <header className="sticky top-0 z-10 flex min-h-14 flex-wrap items-center gap-2 border-b bg-background px-4 py-2 md:px-6">
          {place && (
            <p className="text-xs font-semibold wrap-anywhere max-md:w-full">
              <span
                className={`rounded-md px-1.5 py-0.5 ${place.isLive ? 'bg-good-ground text-good' : 'bg-wait-ground text-wait'}`}
              >
                {place.words}
              </span>
            </p>
          )}
          <h1 className="mr-auto min-w-0 text-lg font-semibold wrap-anywhere">{title}</h1>
          {links.length > 0 && <Island name="FindPerson" props={{}} />}
          {period && <Period {...period} />}
        </header>
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto grid max-w-7xl grid-cols-1 gap-4 p-4 outline-none md:p-6"
        >
          {notice && <NoticeBox {...notice} />}
          {children}
          <LastActs acts={undos} />
          {zone && (
            <p className="text-xs text-muted-foreground">
              Days begin at midnight in the time zone <a href="/settings#time_zone">{zone}</a>.
            </p>
          )}
        </main>
      </div>
    </div>
  )
}

/** Returns what the foot of each page says about the leads that it shows. */
function footOf(place: ShellProps['place']) {
  if (!place) return 'The desk can be opened only on this machine.'
  return place.isLive
    ? 'Live leads, from your database on the internet. The desk itself can be opened only on this machine.'
    : 'Tests on this machine. Nothing here is on the internet.'
}
