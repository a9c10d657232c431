import Ellipsis from 'lucide-react/icons/ellipsis'
import Lock from 'lucide-react/icons/lock'
import LogOut from 'lucide-react/icons/log-out'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { cn } from '@/lib/utils'
import { Logo } from '@/site/logo'
import type { Opened } from '../server/acts.ts'
import type { Member } from '../server/member.ts'
import type { Place } from '../server/place.ts'
import type { Icon } from './icon.ts'
import { Island } from './island.tsx'
import { LastActs, NoticeBox } from './notice.tsx'
import { Period, type PeriodProps } from './period.tsx'

export type ShellProps = {
  title: string
  /** To the other pages. None without the key. */
  links: { Icon: Icon; label: string; href: string; isCurrent: boolean; waiting: string }[]
  period?: PeriodProps
  /** About the page's figures, in the footer. */
  note?: string
  /** In which the page counts days and shows times. */
  zone?: string
  /** Which leads the page shows. Missing without the key. */
  place?: Place
  member?: Member
  /** A page before the sign-in, which links to no other. */
  isAlone?: boolean
} & Partial<Opened>

type Link = ShellProps['links'][number]

const PageLink = ({ Icon, label, href, isCurrent, waiting, className }: Link & { className: string }) => (
  <a
    href={href}
    aria-current={isCurrent ? 'page' : undefined}
    className={cn(
      'group relative flex items-center rounded-lg font-medium text-muted-foreground hover:bg-muted aria-[current]:text-foreground',
      className,
    )}
  >
    <Icon aria-hidden="true" className="size-4.5 shrink-0 group-aria-[current]:text-chart" />
    {label}
    {waiting && (
      <span className="rounded-md bg-bad-ground px-1 text-xs/4 text-bad max-xl:absolute max-xl:top-1 max-xl:left-1/2 max-xl:ml-1 xl:ml-auto xl:px-1.5 xl:py-0.5">
        {waiting}
        <span className="sr-only"> wait for you</span>
      </span>
    )}
  </a>
)

/** Pages with a tab of their own at the bottom of a phone. The last tab opens the others. */
const tabCount = 4
const tab = 'flex-col gap-1 rounded-none px-1 py-2 text-xs'

const SignedIn = ({ name, role }: Member) => (
  <div className="flex items-center gap-2 md:max-xl:flex-col md:max-xl:items-stretch">
    <p className="mr-auto min-w-0 text-sm md:max-xl:mr-0">
      <span className="block truncate font-medium">{name}</span>
      <span className="block text-xs text-muted-foreground">{role}</span>
    </p>
    <Button asChild variant="outline" size="sm" className="bg-card md:max-xl:px-2 md:max-xl:[&_svg]:hidden">
      <a href="/sign-out">
        <LogOut aria-hidden="true" />
        Sign out
      </a>
    </Button>
  </div>
)

function Tabs({ links, member }: { links: Link[]; member: Member | undefined }) {
  const [tabs, others] = [links.slice(0, tabCount), links.slice(tabCount)]
  const open = others.find(({ isCurrent }) => isCurrent)
  return (
    <nav aria-label="Pages" className="fixed inset-x-0 bottom-0 z-20 border-t bg-card md:hidden print:hidden">
      <ul className="grid grid-cols-5">
        {tabs.map((link) => (
          <li key={link.label}>
            <PageLink {...link} className={tab} />
          </li>
        ))}
        <li>
          <button
            type="button"
            popoverTarget="pages"
            className={cn(
              'flex w-full items-center font-medium text-muted-foreground',
              tab,
              open && 'text-foreground',
            )}
          >
            <Ellipsis aria-hidden="true" className={cn('size-4.5', open && 'text-chart')} />
            {open ? open.label : 'More'}
            {open && <span className="sr-only">, and more pages</span>}
          </button>
        </li>
      </ul>
      <ul
        id="pages"
        popover="auto"
        className="fixed inset-x-0 top-auto bottom-0 m-0 w-full max-w-full rounded-t-xl border bg-popover p-3 pb-8 text-popover-foreground shadow-lg"
      >
        {others.map((link) => (
          <li key={link.label}>
            <PageLink {...link} className="gap-3 px-3 py-3 text-sm aria-[current]:bg-accent" />
          </li>
        ))}
        {member && (
          <li className="mt-2 border-t px-3 pt-4">
            <SignedIn {...member} />
          </li>
        )}
      </ul>
    </nav>
  )
}

export function Shell({
  title,
  links,
  period,
  note,
  zone,
  place,
  member,
  isAlone,
  hasKeys = true,
  notice,
  undos = [],
  children,
}: ShellProps & { children: ReactNode }) {
  if (isAlone) return <Alone title={title}>{children}</Alone>
  return (
    <div
      data-keys={hasKeys ? 'on' : 'off'}
      className="min-h-dvh md:grid md:grid-cols-[6rem_minmax(0,1fr)] xl:grid-cols-[14rem_minmax(0,1fr)] print:block"
    >
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-card p-3 focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      >
        Skip to the content
      </a>
      <aside className="hidden border-r bg-card p-2 xl:p-3 md:sticky md:top-0 md:flex md:h-dvh md:flex-col print:hidden">
        <p className="flex items-center gap-2.5 p-2 pb-6 text-sm font-semibold wrap-anywhere max-xl:flex-col max-xl:px-0 max-xl:text-center max-xl:text-xs">
          <Logo />
        </p>
        <nav aria-label="Pages">
          <ul className="grid gap-0.5">
            {links.map((link) => (
              <li key={link.label}>
                <PageLink
                  {...link}
                  className="gap-2.5 px-2.5 py-2 text-sm aria-[current]:bg-accent max-xl:flex-col max-xl:gap-1 max-xl:px-1 max-xl:text-xs"
                />
              </li>
            ))}
          </ul>
        </nav>
        {member ? (
          <div className="mt-auto border-t pt-4 xl:p-2 xl:pt-4">
            <SignedIn {...member} />
          </div>
        ) : (
          <p className="mt-auto flex gap-2 p-2 text-xs text-muted-foreground max-xl:hidden">
            <Lock aria-hidden="true" className="size-3.5 shrink-0" />
            {footOf(place)}
          </p>
        )}
      </aside>
      {links.length > 0 && <Tabs links={links} member={member} />}
      <div className="min-w-0 pb-20 md:pb-8">
        <header className="sticky print:static top-0 z-10 flex min-h-14 flex-wrap items-center gap-2 border-b bg-background px-4 py-2 md:px-[max(1.5rem,calc(50%-38.5rem))]">
          {place && (
            <p className="text-xs font-semibold wrap-anywhere max-md:w-full">
              <span
                className={`rounded-md px-1.5 py-0.5 ${place.isLive ? 'bg-good-ground text-good' : 'bg-wait-ground text-wait'}`}
              >
                {place.words}
              </span>
            </p>
          )}
          {/* A long name leaves room for the search. */}
          <h1 className="mr-auto line-clamp-2 max-w-[calc(100%-3.25rem)] min-w-0 text-lg font-semibold wrap-anywhere sm:max-w-1/2 print:line-clamp-none print:max-w-none">
            {title}
          </h1>
          {links.length > 0 && <Island name="FindPerson" props={{}} />}
          {period && <Period {...period} />}
        </header>
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto grid max-w-7xl grid-cols-1 gap-3 px-4 py-3 outline-none inert:opacity-60 inert:transition-opacity inert:delay-500 md:gap-4 md:px-6 md:py-4"
        >
          {notice && <NoticeBox {...notice} />}
          {children}
          <LastActs acts={undos} />
          {zone && (
            <p className="text-xs text-muted-foreground">
              {note && `${note} `}Days begin at midnight in the time zone{' '}
              <a href="/settings#time_zone">{zone}</a>.
            </p>
          )}
        </main>
      </div>
    </div>
  )
}

/** A page before the desk, such as the one to sign in. */
const Alone = ({ title, children }: { title: string; children: ReactNode }) => (
  <main id="main" className="mx-auto grid min-h-dvh w-full max-w-md content-start gap-6 p-4 pt-[8vh]">
    <p className="flex items-center justify-center gap-2.5 text-sm font-semibold">
      <Logo />
    </p>
    <Card className="gap-5 border-t-4 border-t-chart px-6 py-7 sm:px-8">
      <h1 className="text-xl font-semibold text-balance">{title}</h1>
      {children}
    </Card>
  </main>
)

/** Which leads the page shows. */
function footOf(place: ShellProps['place']) {
  if (!place) return 'The desk can be opened only on this machine.'
  return place.isLive
    ? 'Live leads, from your database on the internet. The desk itself can be opened only on this machine.'
    : 'Tests on this machine. Nothing here is on the internet.'
}
