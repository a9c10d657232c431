import type { ServerResponse } from 'node:http'

/** Answers with JSON. */
export function replyJson(response: ServerResponse, status: number, body: unknown, headers = {}) {
  replyJsonText(response, status, JSON.stringify(body), headers)
}

/** Answers with JSON that is text already. */
export function replyJsonText(response: ServerResponse, status: number, body: string, headers = {}) {
  const length = Buffer.byteLength(body)
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': length,
      ...headers,
    })
    .end(body)
}
