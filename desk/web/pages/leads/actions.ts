import { refuse } from '../../../core/desk-error.ts'
import { arrayLiteral } from '../../../core/open-desk.ts'
import { withQuery } from '../../format/with-query.ts'
import { action, type Press } from '../../server/action.ts'
import { filtersOf } from '../../server/filters.ts'
import { viewOf } from './own.ts'

const back = (notice: string, { list }: Press) =>
  withQuery('/leads', { ...Object.fromEntries(new URLSearchParams(list)), notice })

/** POST /leads/columns: of the columns `of` (labels), hides those that are not ticked (`column`). */
export const chooseColumns = action(async ({ desk, readAll }) => {
  const shown = readAll('column')
  const hidden = readAll('of').filter((label) => !shown.includes(label) && /^[a-z ]+$/i.test(label))
  await desk.call('hide_columns', { columns: arrayLiteral(hidden) })
  return ''
}, back)

/** POST /leads/views: saves the filters under `name`, or deletes this view, as `do` says. */
export const keepView = action(async ({ desk, list, read }) => {
  const [wanted, name] = [read('do'), read('name').trim()]
  const query = viewOf(filtersOf(Object.fromEntries(new URLSearchParams(list))))
  if (wanted === 'delete') {
    await desk.call('set_view', { name, query: null })
    return { sentence: `The view “${name}” is deleted.`, undo: { do: 'save', name } }
  }
  if (wanted !== 'save') refuse('Nothing was saved: no button was pressed.')
  if (name === '' || name.length > 60) refuse('Nothing was saved: a view needs a name of up to 60 letters.')
  if (query === '') refuse('Nothing was saved: set a filter first.')
  if (!(await desk.call('set_view', { name, query })))
    refuse('Nothing was saved: you have 20 views. Delete one of them first.')
  return ''
}, back)
