import { refuse } from '../../../core/desk-error.ts'
import { markAsRead, reopenText, stopByText } from '../../../core/texts.ts'
import { withQuery } from '../../format/with-query.ts'
import { action } from '../../server/action.ts'

/** POST /texts, as `do` says. */
export const answerOneText = action(
  async ({ desk, read }) => {
    const [act, id] = [read('do'), read('text')]
    if (act === 'stop') return stopByText(desk, id, read('sender'))
    if (act === 'reopen') return reopenText(desk, id)
    if (act !== 'read') refuse('Nothing was done: no button was pressed.')
    return { sentence: await markAsRead(desk, id), undo: { text: id, do: 'reopen' } }
  },
  (notice) => withQuery('/', { notice }),
)
