import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Database } from '../database/database.ts'
import { assertLocal } from '../http/assert-local.ts'
import { replyJson } from '../http/reply-json.ts'
import { HttpError } from '../http/serve.ts'
import type { Settings } from '../settings.ts'
import type { FunctionProxy } from './function-proxy.ts'

/**
 * What `npm run doctor` asks of the local stack, which makes a new key at each start: GET /doctor/database answers
 * lead_health(), POST /doctor/function the function's health. Throws a HttpError for another machine or another route.
 */
export function createDoctorRoutes(
  database: Database,
  proxyFunction: FunctionProxy,
  { secretKey }: Settings,
) {
  return async (request: IncomingMessage, response: ServerResponse, url: URL) => {
    assertLocal(request)
    const route = `${request.method} ${url.pathname}`
    if (route === 'GET /doctor/database') {
      const [row] = await database.transaction((query) => query('select public.lead_health() as health'))
      return replyJson(response, 200, row?.health)
    }
    // Another site's script cannot send this type without asking first, and is then not answered.
    const isJson = request.headers['content-type'] === 'application/json'
    if (route !== 'POST /doctor/function' || !isJson) throw new HttpError(404, 'Not found')
    request.headers.apikey = secretKey
    proxyFunction(request, response, new URL('/functions/v1/send-lead-email/health', url))
  }
}
