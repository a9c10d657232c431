import type { Context } from 'hono'
import { isOwnRefusal } from '../../core/desk-error.ts'
import { listOf } from './filters.ts'
import { withQuery } from './form.ts'
import { type Done, keepNotice } from './notices.ts'
import type { App } from './page.ts'

/**
 * What an action works with. `id` is that of the person in the address, and `list` the list from which the operator
 * came. `read` returns a field of the form, or an empty text, and `readAll` all fields of this name.
 */
export type Given = App & {
  context: Context
  id: string
  list: string
  read: (field: string) => string
  readAll: (field: string) => string[]
}

/**
 * What an action tells the operator: nothing, a sentence, or more. `undo` are the fields of a form that takes it back
 * at the same address.
 */
type Told = string | (Omit<Done, 'undo'> & { undo?: Record<string, string> })

/** What a form does. Instead of telling something, it may answer with a page. */
export type Act = (given: Given) => Promise<Told | Response>

/**
 * Returns the handler of a form. `run` acts, and what it tells is shown once on the page at the address that `next`
 * returns. An error that refuses is told, too, with what the operator had typed, so that nothing is lost.
 */
export const action =
  (run: Act, next: (notice: string, given: Given, isRefused: boolean) => string) =>
  async (app: App, context: Context): Promise<Response> => {
    const form = await context.req.parseBody({ all: true })
    const readAll = (field: string) => [form[field] ?? []].flat().map(String)
    const read = (field: string) => readAll(field).at(-1) ?? ''
    const list = listOf(context.req.query('list'))
    const given = { ...app, context, id: context.req.param('id') ?? '', list, read, readAll }
    let isRefused = false
    const told = await run(given).catch((error) => {
      if (!isOwnRefusal(error)) throw error
      isRefused = true
      return error.message + typedIn(read)
    })
    if (told instanceof Response) return told
    const { undo, ...done } = typeof told === 'string' ? { sentence: told, undo: undefined } : told
    const back = undo && {
      action: withQuery(context.req.path, { list }),
      values: { ...undo, is_undo: 'yes' },
    }
    const notice = done.sentence && keepNotice({ ...done, ...(back && { undo: back }) })
    return context.redirect(next(notice, given, isRefused), 303)
  }

/** Returns a sentence with what the operator typed into a form, except if the form is that of an undo. */
function typedIn(read: (field: string) => string) {
  const typed = ['words', 'note', 'email', 'phone', 'value'].map(read).filter((text) => text.trim())
  return typed.length > 0 && !read('is_undo') ? ` You had entered “${typed[0]}”.` : ''
}
