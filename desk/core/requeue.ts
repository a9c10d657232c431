import * as z from 'zod/mini'
import { counted, countedPeople } from './figures.ts'
import { refusal } from './mail-words.ts'
import { arrayLiteral, type Desk } from './open-desk.ts'

/** The result of the SQL function desk.requeue_messages. */
const requeuedSchema = z.object({
  done: z.number(),
  cancelled: z.number(),
  persons: z.array(z.string()),
  is_more: z.boolean(),
})

/**
 * Sends messages again or drops them. desk.requeue_messages takes 100 persons at a time, so it is called until no
 * message is left. Returns the number of messages, and the ids of the persons. Throws a DeskError.
 */
export async function requeue(desk: Desk, values: Parameters<Desk['call']>[1]) {
  let [done, cancelled, isMore] = [0, 0, true]
  const persons = new Set<string>()
  while (isMore) {
    const answer = requeuedSchema.parse(await desk.call('requeue_messages', values))
    done += answer.done
    cancelled += answer.cancelled
    for (const id of answer.persons) persons.add(id)
    isMore = answer.is_more
  }
  return { done, cancelled, persons: [...persons] }
}

/**
 * Queues failed or held mails of the persons with these ids again. If `isDropped`, drops these mails instead. Returns a
 * sentence that says what was done, and the ids of the persons. Throws a DeskError.
 */
export async function requeueMails(desk: Desk, status: string, only: string[], isDropped: boolean) {
  const { done, cancelled, persons } = await requeue(desk, {
    from_status: status,
    only_leads: arrayLiteral(only),
    is_dropped: isDropped,
  })
  const kind = status === 'held' ? 'mail' : 'failed mail'
  const outcome = isDropped ? 'will not be sent' : `${done === 1 ? 'goes' : 'go'} out within a minute`
  const sentences = [
    persons.length > 0 && `${countedPeople(persons.length)}:`,
    done > 0 && `${counted(done, kind)} ${outcome}.`,
    cancelled > 0 && `${counted(cancelled, kind)} will not be sent: ${refusal}.`,
    done + cancelled === 0 && `No mail ${status === 'held' ? 'is on hold' : 'has failed'}.`,
  ]
  return { sentence: sentences.filter(Boolean).join(' '), persons }
}
