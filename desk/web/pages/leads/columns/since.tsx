import { dateOf } from '../../../../core/period.ts'
import { tellWhen } from '../../../format/when.ts'
import { type Column, small } from './column.ts'

export const since: Column = {
  label: 'Since',
  place: 'max-md:absolute max-md:top-1.5 max-md:right-3 max-md:text-right',
  orders: ['newest', 'oldest'],
  Cell({ lead: { created_at: at, submissions, changes } }) {
    const time = new Date(at)
    return (
      <>
        <time
          dateTime={at}
          title={`${dateOf(time)} ${time.toTimeString().slice(0, 5)}`}
          className="text-muted-foreground"
        >
          {tellWhen(at)}
        </time>
        {(changes > 0 || submissions > 1) && (
          <small className={`${small} max-md:hidden`}>
            {changes > 0 ? 'new details' : `${submissions} sign-ups`}
          </small>
        )}
      </>
    )
  },
}
