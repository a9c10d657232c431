import { answerText } from '../../../core/texts.ts'
import { action } from '../../server/action.ts'
import { withQuery } from '../../server/form.ts'

/**
 * POST /texts: if `do` is 'stop', stops the number from which a text message came. Otherwise only marks the message
 * as read.
 */
export const answerOneText = action(
  ({ desk, read }) => answerText(desk, read('text'), read('do') === 'stop'),
  (notice) => withQuery('/', { notice }),
)
