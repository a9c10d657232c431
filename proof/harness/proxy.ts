import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** How a network treats connections: passes them on, refuses them, takes them in silence, or holds all for a while. */
export type NetworkFault = 'none' | 'refuse' | 'silence' | 'freeze'

/** What becomes of bytes on their way; `hang` stops all that follows them too, and an answer goes back in their place. */
export type Verdict = 'pass' | 'hang' | 'drip' | 'pass and reset' | { answer: string }
/** Decides on the bytes of one connection, in order and for each direction. */
export type Watch = (chunk: Buffer, from: 'client' | 'server') => Verdict | Promise<Verdict>

/**
 * Opens a port in front of a server that breaks connections as networks do.
 * @param watch makes, for each connection, what decides on its bytes
 */
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
    if (fault === 'silence') return client.resume()
    const upstream = keep(connect(server)).setNoDelay()
    const decide = watch()
    relay(client, upstream, (chunk) => decide(chunk, 'client'))
    relay(upstream, client, (chunk) => decide(chunk, 'server'))
    return client.on('close', () => upstream.destroy())

    function relay(source: Socket, target: Socket, decideOn: (chunk: Buffer) => ReturnType<Watch>) {
      let queue = Promise.resolve()
      source.on('data', (chunk) => {
        queue = queue.then(async () => {
          if (fault === 'freeze') await thaw.promise
          const verdict = await decideOn(chunk)
          // A caller that was killed meanwhile has never said this.
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
    /** Treats new connections like this. The present ones are reset; a freeze holds them too, and its end lets them go on. */
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

/** Writes one byte a second for as long as somebody listens. */
async function drip(target: Socket, chunk: Buffer) {
  for (const byte of chunk) {
    if (target.destroyed) return
    target.write(Buffer.of(byte))
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}
