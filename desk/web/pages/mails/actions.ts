import { settleCause } from '../../../core/failures.ts'
import { action } from '../../server/action.ts'
import { withQuery } from '../../server/form.ts'

/** POST /mails/causes: sends the failed messages of a cause again. If `do` is 'drop', drops them instead. */
export const actOnCause = action(
  ({ desk, read }) => settleCause(desk, read('cause'), read('do') === 'drop'),
  (notice) => withQuery('/mails', { notice }),
)
