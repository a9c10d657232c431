import * as z from 'zod/mini'
import { counted, countedPeople } from './figures.ts'
import { argumentsOf, type Selection } from './leads.ts'
import { refusal } from './mail-words.ts'
import { arrayLiteral, type Desk } from './open-desk.ts'

/** Of the SQL functions desk.requeue_messages, desk.release_messages and desk.drop_messages. */
const requeuedSchema = z.object({
  done: z.number(),
  cancelled: z.number(),
  persons: z.number(),
  is_more: z.boolean(),
})

/**
 * Sends failed messages again, releases held ones, or drops either. Repeats the call, which takes 20 people.
 * Returns the numbers of messages and people. Throws a DeskError.
 */
export async function requeue(
  desk: Desk,
  status: string,
  isDropped: boolean,
  values: Record<string, unknown>,
) {
  const [name, given] = isDropped
    ? ['drop_messages', { ...values, from_status: status }]
    : [status === 'held' ? 'release_messages' : 'requeue_messages', values]
  let [done, cancelled, persons, isMore] = [0, 0, 0, true]
  while (isMore) {
    const answer = requeuedSchema.parse(await desk.call(name, given))
    done += answer.done
    cancelled += answer.cancelled
    persons += answer.persons
    isMore = answer.is_more
  }
  return { done, cancelled, persons }
}

/** Of the people of an act. Returns a sentence that says what was done. Throws a DeskError. */
export async function requeueMails(desk: Desk, status: string, act: string, isDropped: boolean) {
  const { done, cancelled, persons } = await requeue(desk, status, isDropped, { of_act: act })
  const kind = status === 'held' ? 'email' : 'failed email'
  const outcome = isDropped ? 'will not be sent' : `${done === 1 ? 'goes' : 'go'} out within a minute`
  const sentences = [
    persons > 0 && `${countedPeople(persons)}:`,
    done > 0 && `${counted(done, kind)} ${outcome}.`,
    cancelled > 0 && `${counted(cancelled, kind)} will not be sent: ${refusal}.`,
    done + cancelled === 0 && `No email ${status === 'held' ? 'is on hold' : 'has failed'}.`,
  ]
  return sentences.filter(Boolean).join(' ')
}

/** Of the people in the list. Throws a DeskError. */
export const digestOf = async (desk: Desk, selection: Selection) =>
  z.string().parse(await desk.call('digest_list', { filters: argumentsOf(selection).filters }))

const chosenSchema = z.object({
  people: z.number(),
  left_out: z.optional(z.number()),
  is_changed: z.optional(z.boolean()),
})

/** Certain people, or everybody in a list about which the operator was asked. */
type Chosen = string[] | { selection: Selection; digest: string }

/**
 * Stores who an act is for: the chosen without `without`. Returns how many they are, and how many are left
 * out. If the list no longer matches the digest, `isChanged` is true, nobody is stored, and `people` is the
 * length of the list. Throws a DeskError.
 */
export async function choosePeople(desk: Desk, act: string, chosen: Chosen, without: string[]) {
  const {
    people,
    left_out: leftOut = 0,
    is_changed: isChanged = false,
  } = chosenSchema.parse(
    await desk.call('choose_people', {
      act,
      ...(Array.isArray(chosen)
        ? { chosen: arrayLiteral(chosen) }
        : { filters: argumentsOf(chosen.selection).filters, digest: chosen.digest }),
      without: arrayLiteral(without),
    }),
  )
  return { people, leftOut, isChanged }
}
