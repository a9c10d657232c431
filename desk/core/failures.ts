import * as z from 'zod/mini'
import { refuse } from './desk-error.ts'
import { causeOf, isFutile } from './failure-causes.ts'
import { counted } from './figures.ts'
import { namedSchema, type Rest, restOf, restsSchema } from './lead.ts'
import { refusal } from './mail-words.ts'
import { arrayLiteral, type Desk } from './open-desk.ts'
import { requeue } from './requeue.ts'

const failureSchema = z.object({
  id: z.string(),
  kind: z.string(),
  status: z.string(),
  reason: z.nullable(z.string()),
  last_error: z.nullable(z.string()),
  has_new_address: z.boolean(),
  person: z.nullable(namedSchema),
})

type Failure = z.infer<typeof failureSchema>

const failuresSchema = z.object({
  messages: z.array(failureSchema),
  cut_at: z.nullable(z.number()),
  rests: restsSchema,
})

/**
 * Messages with one cause: those that failed for good, and those still retried. `sendable` are failed ones
 * that it may help to send again. `rest` says why waiting ones are not tried for now.
 */
export type FailureGroup = {
  cause: ReturnType<typeof causeOf>
  failed: Failure[]
  sendable: Failure[]
  waiting: Failure[]
  rest: Rest | undefined
}

/**
 * The largest group comes first. Reads at most the `cutAt` oldest messages that failed, and as many that are
 * still retried. Throws a DeskError.
 */
export async function readFailures(desk: Desk): Promise<{ groups: FailureGroup[]; cutAt: number | null }> {
  const { messages, cut_at: cutAt, rests } = failuresSchema.parse(await desk.call('list_failures'))
  const groups = Map.groupBy(messages, (failure) => causeOf(failure).id)
  return {
    cutAt,
    groups: [...groups.values()]
      .map((group) => ({
        cause: causeOf(group[0] ?? { kind: '', reason: null, last_error: null }),
        failed: group.filter(isFailed),
        sendable: group.filter((failure) => isFailed(failure) && !isFutile(failure)),
        waiting: group.filter((failure) => !isFailed(failure)),
        rest: group.flatMap((failure) => (isFailed(failure) ? [] : (restOf(failure.kind, rests) ?? [])))[0],
      }))
      .sort(
        (one, other) => other.failed.length - one.failed.length || other.waiting.length - one.waiting.length,
      ),
  }
}

/**
 * Why the mail provider sends only to the owner, or undefined. Shows once the first email to a visitor is
 * refused. Throws a DeskError.
 */
export async function readLimit(desk: Desk) {
  const refusals = z.array(z.string()).parse(await desk.call('newest_refusals'))
  return refusals
    .map((last_error) => causeOf({ kind: 'visitor', reason: null, last_error }))
    .find(({ id }) => id === 'sandbox')
}

const isFailed = ({ status }: Failure) => status === 'failed'

/**
 * The ids of people for whom sending again cannot help, because the cause of each failure stays. Throws a
 * DeskError.
 */
export async function readFutile(desk: Desk): Promise<string[]> {
  const { messages } = failuresSchema.parse(await desk.call('list_failures'))
  const persons = Map.groupBy(messages.filter(isFailed), ({ person }) => person?.id ?? '')
  return [...persons].filter(([id, failures]) => id && failures.every(isFutile)).map(([id]) => id)
}

/** Sends again what may arrive, or drops all. Returns the outcome. Throws a DeskError. */
export async function settleCause(desk: Desk, cause: string, isDropped: boolean): Promise<string> {
  const { groups } = await readFailures(desk)
  const group = groups.find((one) => one.cause.id === cause)
  if (!group?.failed.length) return 'Nothing is failing for this cause any more.'
  const ids = (isDropped ? group.failed : group.sendable).map(({ id }) => id)
  if (ids.length === 0) return refuse('Nothing was sent: sending again would not help.')
  const { done, cancelled } = await requeue(desk, 'failed', isDropped, {
    only_messages: arrayLiteral(ids),
  })
  if (isDropped) return `${counted(done, 'message')} will not be sent.`
  const sentences = [
    done > 0 && `${counted(done, 'message')} ${done === 1 ? 'goes' : 'go'} out within a minute.`,
    cancelled > 0 && `${counted(cancelled, 'message')} will not be sent: ${refusal}.`,
  ]
  return sentences.filter(Boolean).join(' ')
}
