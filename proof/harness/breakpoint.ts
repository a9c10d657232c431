import { Agent, createServer, type IncomingMessage, request as startRequest } from 'node:http'
import type { AddressInfo } from 'node:net'

type Stage = 'before' | 'after'
type Hold = { path: string; stage: Stage; opened: Promise<void>; arrived: () => void }

/**
 * A proxy between two parts that can stop requests at an exact point: `before` they reach the other part, or
 * `after` it has answered and before the caller knows.
 */
export async function openHttpGate(port: number, upstreamPort: number) {
  const agent = new Agent({ keepAlive: true })
  let hold: Hold | undefined

  async function pass(stage: Stage, url: string) {
    const holding = hold
    if (!holding || holding.stage !== stage || !url.endsWith(holding.path)) return
    holding.arrived()
    await holding.opened
  }

  const server = createServer(async (request, response) => {
    response.on('error', () => {})
    try {
      const url = request.url ?? ''
      const body = await read(request)
      await pass('before', url)
      // A caller that was killed meanwhile never made this request.
      if (response.destroyed) return
      const answer = await forward(request, body)
      const answerBody = await read(answer)
      await pass('after', url)
      response.writeHead(answer.statusCode ?? 502, answer.headers).end(answerBody)
    } catch {
      response.destroy()
    }
  })

  const forward = ({ method, url, headers }: IncomingMessage, body: Buffer) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      startRequest({ host: '127.0.0.1', port: upstreamPort, method, path: url, headers, agent })
        .on('response', resolve)
        .on('error', reject)
        .end(body)
    })

  server.keepAliveTimeout = 120_000
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    /** Holds all that pass this point from now on; `first` resolves with the first of them. */
    hold(path: string, stage: Stage) {
      const first = Promise.withResolvers<void>()
      const opened = Promise.withResolvers<void>()
      hold = { path, stage, opened: opened.promise, arrived: first.resolve }
      return {
        first: first.promise,
        release() {
          hold = undefined
          opened.resolve()
        },
      }
    },
    close() {
      server.closeAllConnections()
      agent.destroy()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

async function read(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}
