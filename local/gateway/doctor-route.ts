import type { IncomingMessage, ServerResponse } from 'node:http'
import { assertLocal } from '../http/assert-local.ts'
import { HttpError } from '../http/serve.ts'
import type { Settings } from '../settings.ts'
import type { FunctionProxy } from './function-proxy.ts'

/**
 * Answers POST /doctor/function, by which `npm run doctor` asks the local stack, which makes a new key at each start, for the
 * function's health. Throws a HttpError for another machine or another kind of call.
 */
export function answerDoctor(
  proxyFunction: FunctionProxy,
  { secretKey }: Settings,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
) {
  assertLocal(request)
  // Another site's script cannot send this type without asking first, and is then not answered.
  const isJson = request.headers['content-type'] === 'application/json'
  if (request.method !== 'POST' || !isJson) throw new HttpError(404, 'Not found')
  request.headers.apikey = secretKey
  proxyFunction(request, response, new URL('/functions/v1/send-lead-email/health', url))
}
