import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Database } from '../database/database.ts'
import { replyJson } from '../http/json-reply.ts'
import { readBody } from '../http/read-body.ts'
import { parseObject } from './parse-object.ts'
import { postgrestError } from './postgrest-error.ts'

/** Runs SQL as superuser and answers the rows: POST /pg/query of Supabase's postgres-meta. */
export async function handleQuery(request: IncomingMessage, response: ServerResponse, database: Database) {
  const { query, parameters } = parseObject((await readBody(request)) ?? '') ?? {}
  if (typeof query !== 'string' || (parameters !== undefined && !Array.isArray(parameters))) {
    return replyJson(response, 400, { message: 'Expected {"query": "…", "parameters": […]}' })
  }
  try {
    replyJson(response, 200, await database.transaction((run) => run(query, parameters)))
  } catch (error) {
    const { status, body } = postgrestError(error, false)
    replyJson(response, status === 503 ? 503 : 400, body)
  }
}
