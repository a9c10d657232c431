import Bookmark from 'lucide-react/icons/bookmark'
import BookmarkPlus from 'lucide-react/icons/bookmark-plus'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { callsToJudge, choiceNames, type choices } from '../../../core/leads.ts'
import { shortAmount } from '../../format/amounts.ts'
import { withQuery } from '../../format/with-query.ts'
import { Form } from '../../parts/form.tsx'
import { Menu } from '../../parts/menu.tsx'
import { tones } from '../../parts/tone.tsx'
import type { Attention } from '../../server/attention.ts'
import type { Filters } from '../../server/filters.ts'
import { type OwnView, viewOf } from './own.ts'

type View = {
  label: string
  filters: Partial<Record<keyof typeof choices, string>>
  /** The label then shows how many people have an email in this state. */
  waits?: 'failed' | 'held'
}

const views: View[] = [
  { label: 'Everybody', filters: {} },
  { label: 'May be texted', filters: { consent: 'may-be-texted' } },
  { label: 'Not called yet', filters: { calls: 'none', kind: 'person' } },
  { label: 'Call today', filters: { calls: 'today' } },
  { label: 'Call booked', filters: { booking: 'booked' } },
  { label: 'Outcome open', filters: callsToJudge },
  { label: 'Email failed', filters: { mails: 'failed' }, waits: 'failed' },
  { label: 'On hold', filters: { mails: 'held' }, waits: 'held' },
]

type SavedViewsProps = { filters: Filters; attention: Attention; own: OwnView[]; list: string }

/**
 * The built-in views, then the login's own. Filters without a name can be saved, and an own view can be
 * deleted. A narrow screen has a menu.
 */
export function SavedViews({ filters, attention, own, list }: SavedViewsProps) {
  const query = viewOf(filters)
  const chosen = filters.touched ? undefined : own.find((view) => view.query === query)
  const isGiven = (own: View['filters']) =>
    !filters.touched && !chosen && choiceNames.every((name) => filters[name] === (own[name] ?? ''))
  const action = withQuery('/leads/views', { list })
  const isNew = query !== '' && !chosen && !views.some(({ filters: own }) => viewOf(own) === query)
  const shown = chosen?.name ?? views.find(({ filters: own }) => isGiven(own))?.label ?? 'Filtered'
  return (
    <nav aria-label="Views" className="flex flex-wrap items-center gap-1 print:hidden">
      <Menu
        id="views"
        label={
          <>
            <span className="sr-only">View:</span> {shown}
          </>
        }
        Icon={Bookmark}
        className="xl:hidden"
        menuClassName="xl:contents"
      >
        <ul className="flex gap-0.5 max-xl:flex-col max-xl:gap-1 xl:flex-wrap">
          {views.map(({ label, filters: own, waits }) => (
            <li key={label}>
              <ViewLink href={withQuery('/leads', own)} isChosen={isGiven(own)}>
                {label}
                {waits && attention[waits] > 0 && (
                  <Badge className={`rounded-md px-1.5 ${tones[waits === 'failed' ? 'bad' : 'wait']}`}>
                    {shortAmount(attention[waits])}
                  </Badge>
                )}
              </ViewLink>
            </li>
          ))}
          {own.map((view) => (
            <li key={view.name}>
              <ViewLink href={`/leads?${view.query}`} isChosen={view === chosen}>
                {view.name}
              </ViewLink>
            </li>
          ))}
        </ul>
      </Menu>
      {chosen && (
        <Form action={action}>
          <input type="hidden" name="name" value={chosen.name} />
          <Button
            name="do"
            value="delete"
            variant="ghost"
            size="icon-sm"
            aria-label={`Delete the view ${chosen.name}`}
          >
            <X aria-hidden="true" />
          </Button>
        </Form>
      )}
      {isNew && (
        <Menu id="save-view" label="Save view" Icon={BookmarkPlus} className="ml-auto min-h-8">
          <Form action={action} className="grid gap-3">
            <Label className="grid gap-1">
              Name of the view
              <Input name="name" required maxLength={60} autoComplete="off" className="md:text-sm" />
            </Label>
            <p className="max-w-72 text-muted-foreground">
              It saves the filters and the order, for you only. It does not save the search.
            </p>
            <Button name="do" value="save">
              Save
            </Button>
          </Form>
        </Menu>
      )}
    </nav>
  )
}

const ViewLink = ({ href, isChosen, children }: { href: string; isChosen: boolean; children: ReactNode }) => (
  <a
    href={href}
    aria-current={isChosen ? 'true' : undefined}
    className="flex items-center gap-2 rounded-lg border border-transparent px-2.5 py-1 text-sm font-medium text-muted-foreground hover:text-foreground aria-[current]:border-border aria-[current]:bg-card aria-[current]:text-foreground"
  >
    {children}
  </a>
)
