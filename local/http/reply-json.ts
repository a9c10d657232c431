import type { ServerResponse } from 'node:http'

/** Answers with JSON. */
export function replyJson(response: ServerResponse, status: number, value: unknown, headers = {}) {
  const body = Buffer.from(JSON.stringify(value))
  const type = 'application/json; charset=utf-8'
  response.writeHead(status, { 'content-type': type, 'content-length': body.length, ...headers }).end(body)
}
