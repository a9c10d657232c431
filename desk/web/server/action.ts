import type { Context } from 'hono'
import { isOwnRefusal, isWrongValue } from '../../core/desk-error.ts'
import { withQuery } from '../format/with-query.ts'
import { freshField } from '../pages/sign-in/fresh-field.ts'
import {
  beginAct,
  dropAct,
  endAct,
  type FieldQuestion,
  pressOf,
  type StoredOutcome,
  type Typed,
} from './acts.ts'
import { listOf } from './filters.ts'
import type { App } from './page.ts'

/**
 * `act` is the id of this act, `id` the person in the address, and `list` the list from which the operator
 * came. `read` returns a field of the form, or '', and `readAll` all fields of this name.
 */
export type Press<Props = never> = App<Props> & {
  context: Context
  act: string
  id: string
  list: string
  read: (field: string) => string
  readAll: (field: string) => string[]
}

/**
 * What an action says: nothing, a sentence, or more. `undo` are the fields of a form that undoes it at the
 * same address. `asked` is a question before anything is done. `keeps` are the fields that come back as
 * typed. `isPending`: its outcome is seen only after a while. `isAboutMany`: the act has its people already.
 */
type Outcome =
  | string
  | {
      sentence: string
      undo?: Record<string, string>
      asked?: FieldQuestion
      isPending?: boolean
      isAboutMany?: boolean
    }

/** May also answer with a page. */
export type Act<Props = never> = (press: Press<Props>) => Promise<Outcome | Response>

const unreadable = 'Nothing was changed: the form has a value that the desk cannot read.'

/**
 * The handler of a form. The page at the address that `next` returns shows the sentence of `run` once.
 * Refusals are shown as well, with what was typed. The same press acts only once.
 */
export const action =
  <Props = never>(
    run: Act<Props>,
    next: (notice: string, press: Press<Props>, isRefused: boolean) => string,
  ) =>
  async (app: App<Props>, context: Context): Promise<Response> => {
    const { desk } = app
    const form = await context.req.parseBody({ all: true })
    const readAll = (field: string) => [form[field] ?? []].flat().map(String)
    const read = (field: string) => readAll(field).at(-1) ?? ''
    const list = listOf(context.req.query('list'))
    const { pathname, search } = new URL(context.req.url)
    const { id: act, next: earlier } = await beginAct(desk, pressOf(pathname + search, form))
    if (earlier !== undefined) return context.redirect(earlier, 303)
    const press = { ...app, context, act, id: context.req.param('id') ?? '', list, read, readAll }
    let isRefused = false
    const refuse = async (error: unknown) => {
      isRefused = isOwnRefusal(error) || isWrongValue(error)
      if (isOwnRefusal(error)) return error.message
      if (isRefused) return unreadable
      await dropAct(desk, act).catch(() => {})
      throw error
    }
    const told = await Promise.resolve(press).then(run).catch(refuse)
    if (told instanceof Response) {
      await dropAct(desk, act)
      return told
    }
    const { undo, isAboutMany, ...rest } = typeof told === 'string' ? { sentence: told } : told
    isRefused ||= rest.asked !== undefined
    const address = withQuery(context.req.path, { list })
    const typed: Typed = { action: pathname + search, values: typedIn(readAll, Object.keys(form)) }
    const isTyped = isRefused && !read('undoes') && Object.keys(typed.values).length > 0
    const stored: StoredOutcome = {
      ...rest,
      ...(undo && { undo: { action: address, values: undo } }),
      ...(isTyped && { typed }),
    }
    const to = next(stored.sentence || stored.typed ? act : '', press, isRefused)
    await endAct(desk, act, {
      told: stored,
      next: to,
      undone: read('undoes'),
      ...(!isAboutMany && { persons: [press.id, read('person')] }),
    })
    return context.redirect(to, 303)
  }

/** Nobody types these. */
const hidden = new Set(['press', freshField])

/** What was typed into a form's fields, and which values were chosen. */
function typedIn(readAll: (field: string) => string[], names: string[]) {
  const own = names.filter((name) => !hidden.has(name))
  return Object.fromEntries(
    own.map((name) => {
      const [value = '', ...others] = readAll(name)
      return [name, others.length > 0 ? [value, ...others] : value]
    }),
  )
}
