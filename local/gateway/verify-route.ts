import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Database } from '../database/database.ts'
import { errorReply } from '../database/rpc.ts'
import { assertLocal } from '../http/assert-local.ts'
import { replyJson } from '../http/reply-json.ts'

/**
 * Answers verify_lead_evidence() to `npm run verify`, compared with the seal in the query (`number`, `hash`) if there is
 * one. Throws a HttpError for another machine.
 */
export async function answerVerify(
  database: Database,
  request: IncomingMessage,
  response: ServerResponse,
  { searchParams }: URL,
) {
  assertLocal(request)
  const values = [searchParams.get('number'), searchParams.get('hash')]
  try {
    const [row] = await database.transaction((query) =>
      query('select public.verify_lead_evidence($1, $2) as evidence', values),
    )
    replyJson(response, 200, row?.evidence)
  } catch (error) {
    const { status, body } = errorReply(error, 'service_role')
    replyJson(response, status, body)
  }
}
