import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** What a network does to connections: nothing, refuse them, or hold their bytes back. */
export type NetworkFault = 'none' | 'refuse' | 'freeze'

/** `hang` drops bytes and all that follow, `drip` passes on one a second, and an answer goes back in place of them. */
export type Verdict = 'pass' | 'hang' | 'drip' | 'pass and reset' | { answer: string }
/** Decides what to do with the bytes of one connection, in the order of each direction. */
export type Watch = (chunk: Buffer, from: 'client' | 'server') => Verdict | Promise<Verdict>

/** Opens a TCP proxy that breaks connections as networks do. `watch` returns what decides on the bytes of a connection. */
export async function openProxy(
  port: number,
  server: { host?: string; port: number },
  watch: () => Watch = () => () => 'pass',
) {
  const sockets = new Set<Socket>()
  const listener = createServer(accept)
  let fault: NetworkFault = 'none'
  let thaw = Promise.withResolvers<void>()

  function keep(socket: Socket) {
    sockets.add(socket)
    return socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }

  function accept(client: Socket) {
    keep(client).setNoDelay()
    const upstream = keep(connect(server)).setNoDelay()
    const decide = watch()
    relay(client, upstream, (chunk) => decide(chunk, 'client'))
    relay(upstream, client, (chunk) => decide(chunk, 'server'))
    client.on('close', () => upstream.destroy())

    function relay(source: Socket, target: Socket, decideOn: (chunk: Buffer) => ReturnType<Watch>) {
      let queue = Promise.resolve()
      source.on('data', (chunk) => {
        queue = queue.then(async () => {
          if (fault === 'freeze') await thaw.promise
          const verdict = await decideOn(chunk)
          // A client that was killed meanwhile must not have sent this.
          if (client.destroyed) return
          if (verdict === 'hang') await Promise.withResolvers().promise
          else if (verdict === 'drip') await drip(target, chunk)
          else if (typeof verdict === 'object') client.write(verdict.answer)
          else target.write(chunk)
          if (verdict === 'pass and reset') client.resetAndDestroy()
        })
      })
      source.on('close', () => queue.then(() => target.end()))
    }
  }

  const listen = () => once(listener.listen(port, '127.0.0.1'), 'listening')
  await listen()
  return {
    port,
    /** Applies a fault to new connections and resets open ones, except that a freeze only pauses them until it ends. */
    async break(kind: NetworkFault) {
      if (kind !== 'freeze' && fault !== 'freeze') for (const socket of sockets) socket.resetAndDestroy()
      thaw.resolve()
      thaw = Promise.withResolvers()
      fault = kind
      if (kind === 'refuse') listener.close()
      else if (!listener.listening) await listen()
    },
    close() {
      for (const socket of sockets) socket.destroy()
      listener.close()
    },
  }
}

/** Writes one byte a second until the connection is closed. */
async function drip(target: Socket, chunk: Buffer) {
  for (const byte of chunk) {
    if (target.destroyed) return
    target.write(Buffer.of(byte))
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}
