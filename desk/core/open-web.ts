import * as z from 'zod/mini'
import { DeskError, migrate, NoAnswer } from './desk-error.ts'
import { failureCode } from './failure-code.ts'
import type { Desk } from './open-desk.ts'

/** The key is in no page, and opens nothing without a session. */
export type Project = { url: string; publishableKey: string }

/** Why the door refuses. */
export const refusals = {
  not_web: 'The database does not know this call as one of the desk on the web.',
  prefer: 'The database does not take a call with such a header.',
  read_only: 'The database does not take a call that cannot be logged.',
  token: 'Your session has ended. Sign in again.',
  session: 'Your session has ended. Sign in again.',
  stranger: 'Your access to this desk has ended. Ask its owner if that is a mistake.',
  method: 'Sign in with a code: this session was opened in another way.',
  closed: 'This can be done only where the database is: at the desk on the owner’s machine, or by a command.',
  aal1: 'Your second factor is missing.',
  factor: 'The owner has not confirmed your second factor yet.',
  role: 'Your role may not do this. Ask the owner of the desk.',
  stale: 'This needs a fresh code of your second factor.',
  limit: 'Those were too many calls in a short time. Wait a minute, and try again.',
  rows: 'These are more people at once than the desk on the web allows.',
  slow: 'This takes too long for the desk on the web.',
  busy: 'Too many slow calls run at the moment. Wait a minute, and try again.',
  arguments: 'The database does not take these values.',
}
export type Refusal = keyof typeof refusals

const isRefusal = (reason: string): reason is Refusal => Object.hasOwn(refusals, reason)

/** Undefined for any other error. */
export function refusalOf(error: unknown): Refusal | undefined {
  const [, reason = ''] = (error instanceof DeskError && error.code.match(/^refused:(\w+)$/)) || []
  return isRefusal(reason) ? reason : undefined
}

const refuse = (reason: string): never => {
  throw new DeskError(
    `refused:${reason}`,
    isRefusal(reason) ? refusals[reason] : `The desk refused this (${reason}).`,
  )
}

const failureSchema = z.object({ code: z.string(), message: z.string() })
const answerSchema = z.union([
  z.object({ answer: z.unknown() }),
  z.object({ refused: z.string() }),
  z.object({ error: failureSchema }),
])

const patience = 60_000

/** A refusal of the door becomes a DeskError with the code `refused:` and the reason. */
export function openWeb({ url, publishableKey, token }: Project & { token: string }): Desk {
  async function ask(door: 'desk' | 'desk_slow', body: object, signal?: AbortSignal) {
    const timeout = AbortSignal.timeout(patience)
    const response = await fetch(`${url}/rest/v1/rpc/${door}`, {
      method: 'POST',
      headers: {
        apikey: publishableKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    }).catch(unanswered)
    const answer = await response.json().catch(unanswered)
    if (response.ok) return answerSchema.parse(answer)
    const { data } = failureSchema.safeParse(answer)
    // PostgREST checks the token before the door does.
    if (response.status === 401 || /^PGRST30[13]$/.test(data?.code ?? '')) return { refused: 'token' }
    if (data?.code === 'PGRST202')
      throw new DeskError(data.code, `The database lacks the door of this version. → ${migrate}`)
    if (!data || response.status >= 500) return unanswered(data)
    return { error: data }
  }

  return {
    async call(called, values = {}, signal) {
      const body = { called, arguments: values }
      const quick = await ask('desk', body, signal)
      const answer =
        'refused' in quick && quick.refused === 'slow' ? await ask('desk_slow', body, signal) : quick
      if ('refused' in answer) return refuse(answer.refused)
      if ('answer' in answer) return answer.answer ?? null
      const { code, message } = answer.error
      // What a function raises is a sentence for the operator.
      throw new DeskError(code, `The database refused: ${message} (${code}).`)
    },
    async close() {},
  }
}

/** Counts the attempt. `key` opens this question alone. Throws a NoAnswer. */
export async function mayTry(
  { url, publishableKey }: Project,
  attempt: { key: string; step: 'send' | 'code' | 'factor'; network: string; address: string },
): Promise<boolean> {
  const response = await fetch(`${url}/rest/v1/rpc/desk_try`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(attempt),
    signal: AbortSignal.timeout(patience),
  }).catch(unanswered)
  const answer = await response.json().catch(unanswered)
  return response.ok ? answer === true : unanswered(answer)
}

function unanswered(cause: unknown): never {
  const code = (cause as { code?: string } | undefined)?.code ?? failureCode(cause)
  throw new NoAnswer(code, `The database does not answer (${code}).`, cause)
}
