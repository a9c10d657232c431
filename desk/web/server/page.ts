import type { Context } from 'hono'
import { DeskError } from '../../core/desk-error.ts'
import type { Desk } from '../../core/open-desk.ts'
import { type Period, readPeriod } from '../../core/period.ts'
import type { Variables } from '../../doctor/target.ts'
import type { PeriodProps } from '../parts/period.tsx'
import { type Opened, openPage } from './acts.ts'
import { type Attention, readAttention } from './attention.ts'
import type { Interface } from './build-interface.ts'
import type { PageName, PageProps } from './pages.tsx'
import { replyView } from './reply-view.ts'
import { shellOf } from './shell.ts'
import { type Tab, tabs } from './tabs.ts'

/** What each route of the desk works with. */
export type App = { desk: Desk; ui: Interface; variables: Variables }

type Query = Record<string, string>

/**
 * What a page reads with. `attention` is asked for each page, so that the navigation tells what waits. `opened` is what
 * the page shows of acts.
 */
type Asked = Omit<App, 'ui'> & {
  context: Context
  query: Query
  attention: Promise<Attention>
  opened: Promise<Opened>
}

/** A page that was read. `title` and `period` are missing if they are those of the definition and the address. */
type Shown<Name extends PageName> = {
  props: PageProps<Name>
  title?: string
  period?: Period
  status?: 200 | 400
}

type Definition<Name extends PageName, Given> = {
  view: Name
  /** The page of the navigation to which this one belongs. */
  tab: Tab
  /** Missing if the page is that of the navigation itself, and has its name. */
  title?: string
  /** Returns the choice of days. Missing if the page has no days. */
  choose?: (query: Query, context: Context) => PeriodProps | undefined
  /** Reads what the view shows, or answers in another way. `given` is what a form on the page led to. */
  read: (asked: Asked, given?: Given) => Promise<Shown<Name> | Response>
}

/**
 * Returns the handler of a page. It reads the page and what waits for the operator at the same time, and answers with
 * the page in the frame that all pages share. If the days in the address are wrong, the frame has a sentence about that
 * and the choice of other days.
 */
export const page =
  <Name extends PageName, Given = undefined>({ view, tab, title, choose, read }: Definition<Name, Given>) =>
  async ({ desk, ui, variables }: App, context: Context, given?: Given): Promise<Response> => {
    const query = context.req.query()
    const { pathname, search } = new URL(context.req.url)
    const attention = readAttention(desk)
    const opened = openPage(desk, query.touched ?? query.notice, pathname + search)
    const chosen = choose?.(query, context)
    const [shown, waiting, acts] = await Promise.all([
      read({ desk, variables, context, query, attention, opened }, given).catch((error) => {
        if (chosen && error instanceof DeskError && error.code === 'days') return error
        throw error
      }),
      attention,
      opened,
    ])
    if (shown instanceof Response) return shown
    const isWrong = shown instanceof DeskError
    const shell = shellOf({
      title: (!isWrong && shown.title) || title || tabs[tab][0],
      tab,
      period: (!isWrong && shown.period) || readPeriod(query, 'all'),
      attention: waiting,
      choose: chosen,
      opened: acts,
    })
    if (isWrong)
      return replyView(
        context,
        ui,
        { page: 'message', shell, props: { text: shown.message, isAlert: true, links: [] } },
        400,
      )
    return replyView(context, ui, { page: view, shell, props: shown.props }, shown.status)
  }
