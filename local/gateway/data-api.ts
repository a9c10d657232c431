import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Database, Role } from '../database/database.ts'
import { replyJson, replyJsonText } from '../http/json-reply.ts'
import { readBody } from '../http/read-body.ts'
import { parseObject } from './parse-object.ts'
import { postgrestError } from './postgrest-error.ts'
import { callStatement, findRoutine, type Routine } from './routine.ts'

/** The part of PostgREST that calls functions: POST /rest/v1/rpc/<name> with the arguments as a JSON object. */
export function createDataApi(database: Database) {
  const routines = new Map<string, { routine: Routine; statement: string }>()

  async function findCall(name: string, argumentNames: string[]) {
    const key = [name, ...argumentNames].join(' ')
    const known = routines.get(key)
    if (known) return known
    const routine = await findRoutine(database, name, argumentNames)
    if (!routine) return
    const call = { routine, statement: callStatement(routine, argumentNames) }
    routines.set(key, call)
    return call
  }

  return {
    /** Forgets what it knows of the functions, after the schema may have changed. */
    forgetSchema: () => routines.clear(),

    async handleRpc(request: IncomingMessage, response: ServerResponse, name: string, role: Role) {
      const text = await readBody(request)
      if (text === undefined) return replyJson(response, 413, { message: 'Payload too large' })
      const args = parseObject(text || '{}')
      if (!args) return replyError(response, 400, 'PGRST102', 'Empty or invalid json')
      const argumentNames = Object.keys(args).sort()
      try {
        const call = await findCall(name, argumentNames)
        if (!call) return replyMissing(response, name, argumentNames)
        const parameters = argumentNames.length ? [text] : []
        const { routine, statement } = call
        const rows = await database.callAs(role, statement, parameters, routine.statementTimeout)
        if (routine.returnsVoid) response.writeHead(204).end()
        else replyJsonText(response, 200, String(rows[0]?.body))
      } catch (error) {
        const { status, body } = postgrestError(error, role === 'anon')
        replyJson(response, status, body)
      }
    },
  }
}

function replyMissing(response: ServerResponse, name: string, argumentNames: string[]) {
  const called = `public.${name}${argumentNames.length ? `(${argumentNames.join(', ')})` : ''}`
  const searched = argumentNames.length
    ? `with parameters ${argumentNames.join(', ')} or with a single unnamed json/jsonb parameter`
    : 'without parameters'
  replyError(
    response,
    404,
    'PGRST202',
    `Could not find the function ${called || name} in the schema cache`,
    `Searched for the function public.${name} ${searched}, but no matches were found in the schema cache.`,
  )
}

function replyError(
  response: ServerResponse,
  status: number,
  code: string,
  message: string,
  details?: string,
) {
  replyJson(response, status, { code, message, details: details ?? null, hint: null })
}
