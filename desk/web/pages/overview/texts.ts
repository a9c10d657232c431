import { nobody } from '../../../core/desk-error.ts'
import { answerText } from '../../../core/texts.ts'
import { action } from '../../server/action.ts'
import { withQuery } from '../../server/form.ts'

/** POST /texts: stops the number from which a text message came, or only marks the message as read, as `do` says. */
export const answerOneText = action(
  async ({ desk, read }) => {
    const act = read('do')
    if (act !== 'stop' && act !== 'read') nobody('Nothing was done: no button was pressed.')
    return answerText(desk, read('text'), act === 'stop')
  },
  (notice) => withQuery('/', { notice }),
)
