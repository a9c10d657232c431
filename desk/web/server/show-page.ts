import type { Context } from 'hono'
import { DeskError } from '../../core/desk-error.ts'
import { type Period, readPeriod } from '../../core/period.ts'
import type { PeriodProps } from '../parts/period.tsx'
import { type Opened, openPage } from './acts.ts'
import { type Attention, readAttention } from './attention.ts'
import type { Member } from './member.ts'
import type { App } from './page.ts'
import { replyView } from './reply-view.ts'
import { shellOf } from './shell.ts'

type Query = Record<string, string>

/**
 * Every page has `attention`, for the counts in the navigation. `opened` is what the page shows of acts,
 * `member` who is signed in on the web.
 */
type Reading = Pick<App, 'desk' | 'variables'> & {
  member?: Member | undefined
  context: Context
  query: Query
  attention: Promise<Attention>
  opened: Promise<Opened>
}

/** Without `title` or `period`: the page's name, and the period of the address. */
type ReadPage<Props> = {
  props: Props
  title?: string
  period?: Period
  status?: 200 | 400
}

type Definition<Props, Outcome> = {
  /** The choice of days, if the page has one. */
  choose?: (query: Query, context: Context) => PeriodProps | undefined
  /** About the page's figures, in its foot. */
  note?: string
  /** `outcome` is what a form on the page led to. May answer in another way. */
  read: (reading: Reading, outcome?: Outcome) => Promise<ReadPage<Props> | Response>
}

/**
 * Reads the page and what waits for the operator at the same time, and answers in the frame of all pages.
 * After wrong days in the address, the frame says so and offers other days.
 */
export const showPage =
  <Props extends object, Outcome = undefined>({ choose, note, read }: Definition<Props, Outcome>) =>
  async (
    { desk, ui, variables, page }: App<Props>,
    context: Context,
    outcome?: Outcome,
  ): Promise<Response> => {
    const query = context.req.query()
    const { pathname, search } = new URL(context.req.url)
    const attention = readAttention(desk)
    const opened = openPage(desk, query.touched ?? query.notice, pathname + search)
    const chosen = choose?.(query, context)
    const [shown, waiting, acts] = await Promise.all([
      read({ desk, variables, member: ui.member, context, query, attention, opened }, outcome).catch(
        (error) => {
          if (chosen && error instanceof DeskError && error.code === 'days') return error
          throw error
        },
      ),
      attention,
      opened,
    ])
    if (shown instanceof Response) return shown
    const isWrong = shown instanceof DeskError
    const shell = shellOf(ui.pages, {
      title: (!isWrong && shown.title) || page.name,
      path: page.under ?? page.path,
      period: (!isWrong && shown.period) || readPeriod(query, chosen?.period.days ?? ''),
      attention: waiting,
      choose: chosen,
      note: isWrong ? undefined : note,
      opened: acts,
    })
    if (isWrong) {
      const props = { text: shown.message, isAlert: true, links: [] }
      return replyView(context, ui, { page: ui.message, shell, props }, 400)
    }
    return replyView(context, ui, { page, shell, props: shown.props }, shown.status)
  }
