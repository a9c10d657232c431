import { subscribe } from 'node:diagnostics_channel'
import { Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { answerBeacons } from './answer-beacons.ts'
import { answerMalformed } from './answer-malformed.ts'
import { type Exchange, limitDuration } from './limit-duration.ts'

/**
 * Guards the HTTP server that runs in this process, which the framework gives no access to, by what Node tells of it
 * (https://nodejs.org/api/diagnostics_channel.html#http): every answer has these headers, unless the framework sets them
 * otherwise, a request ends within so many milliseconds, and beacons do not wait for the framework.
 */
export function guardServer(headers: Record<string, string>, limitMs: number): void {
  const guarded = new WeakSet<Server>()
  const answered = new WeakMap<Socket, ServerResponse>()

  subscribe('net.server.socket', (message) => {
    const { server } = (message as { socket: Socket & { server?: unknown } }).socket
    if (!(server instanceof Server) || guarded.has(server)) return
    guarded.add(server)
    answerMalformed(server, headers, (socket) => answered.get(socket)?.writableFinished === false)
    answerBeacons(server)
  })
  subscribe('http.server.request.start', (message) => {
    const exchange = message as Exchange
    answered.set(exchange.socket, exchange.response)
    for (const [name, value] of Object.entries(headers)) exchange.response.setHeader(name, value)
    limitDuration(exchange, limitMs)
  })
}
