import type { Context } from 'hono'
import { DeskError, isWrongValue, NoAnswer } from '../../../core/desk-error.ts'
import { failureCode } from '../../../core/failure-code.ts'
import type { Interface } from '../../server/page.ts'
import { replyView } from '../../server/reply-view.ts'
import { shellOf } from '../../server/shell.ts'

const list = { label: 'Show the leads', href: '/leads' }

const shell = ({ pages }: Interface, title: string) =>
  shellOf(pages, { title, period: { days: '', from: '', to: '' } })

/** 401, with how to get in and without links to other pages. */
export const replyLocked = (context: Context, ui: Interface, text: string) =>
  replyView(
    context,
    ui,
    { page: ui.message, shell: { title: 'Locked', links: [] }, props: { text, isAlert: false, links: [] } },
    401,
  )

/** 404. */
export const replyNotFound = (context: Context, ui: Interface) =>
  replyView(
    context,
    ui,
    {
      page: ui.message,
      shell: shell(ui, 'Not found'),
      props: { text: 'There is nothing here.', isAlert: false, links: [list] },
    },
    404,
  )

/** With the reason. */
export const replyRefused = (context: Context, ui: Interface, text: string, status: 403 | 429) =>
  replyView(
    context,
    ui,
    {
      page: ui.message,
      shell: shell(ui, 'Not done'),
      props: { text, isAlert: true, links: [{ label: 'Overview', href: '/' }] },
    },
    status,
  )

// What Postgres says about a wrong value helps nobody who follows a link.
const isRefusal = /^The (?:database refused|local stack answered)/
const unreadable = 'This address or form has a value that the desk cannot read. Nothing was changed.'

// The log has the code. The reader changed no setting.
const outage =
  'The database is not answering. Your leads are safe. Try again in a few minutes. If this goes on, tell whoever set up the site.'

/** For the log: where it happened. Messages may have data of people. */
function describe(error: Error, title: string): string {
  const places = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  const { cause } = error
  const lines = cause instanceof Error ? [describe(cause, `Caused by: ${failureCode(cause)}`)] : []
  return [title, ...places, ...lines].join('\n')
}

/** 404 for an unknown person, 400 for a wrong value in the address, otherwise 502. */
export function replyError(error: Error, context: Context, ui: Interface) {
  const [code, text] =
    error instanceof DeskError
      ? [error.code, error instanceof NoAnswer ? outage : error.message]
      : [error.name, 'The desk could not show this page.']
  if (code === 'refused') return replyNotFound(context, ui)
  const isWrong = isWrongValue(error)
  const { pathname, search } = new URL(context.req.url)
  const title = `${new Date().toISOString()} ${context.req.method} ${pathname} failed: ${code}`
  if (!isWrong) console.error(describe(error, title))
  const again =
    isWrong || context.req.method !== 'GET' ? [] : [{ label: 'Try again', href: pathname + search }]
  return replyView(
    context,
    ui,
    {
      page: ui.message,
      shell: shell(ui, 'That did not work'),
      props: {
        text: isRefusal.test(text) && isWrong ? unreadable : text,
        isAlert: true,
        links: [...again, list],
      },
    },
    isWrong ? 400 : 502,
  )
}
