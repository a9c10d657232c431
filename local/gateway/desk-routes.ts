import type { IncomingMessage, ServerResponse } from 'node:http'
import { callDesk } from '../database/call-desk.ts'
import type { Database } from '../database/database.ts'
import { errorReply } from '../database/rpc.ts'
import { assertLocal } from '../http/assert-local.ts'
import { readBody } from '../http/read-body.ts'
import { replyJson } from '../http/reply-json.ts'
import { HttpError } from '../http/serve.ts'
import { parseObject } from './parse-object.ts'

/**
 * Answers POST /desk/rpc/<name>, the operator's way to the functions of the SQL schema desk, with the value of the function
 * or an error in PostgREST's shape. Throws a HttpError for another machine, another route or another type than JSON, which
 * another site's script cannot send without asking first.
 */
export async function answerDesk(
  database: Database,
  request: IncomingMessage,
  response: ServerResponse,
  { pathname }: URL,
) {
  assertLocal(request)
  const name = /^\/desk\/rpc\/([a-z_]+)$/.exec(pathname)?.[1]
  const isJson = request.headers['content-type'] === 'application/json'
  if (request.method !== 'POST' || !name || !isJson) throw new HttpError(404, 'Not found')
  const values = parseObject(await readBody(request))
  if (!values) throw new HttpError(400, 'Empty or invalid json')
  try {
    replyJson(response, 200, await database.transaction((query) => callDesk(query, name, values)))
  } catch (error) {
    if (error instanceof TypeError) throw new HttpError(404, error.message)
    const { status, body } = errorReply(error, 'service_role')
    replyJson(response, status, body)
  }
}
