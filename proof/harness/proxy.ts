import { connect, createServer, type Server, type Socket } from 'node:net'

/** How a network treats connections: passes them on, refuses them, takes them in silence, or leaves them half-open. */
export type NetworkFault = 'none' | 'refuse' | 'silence' | 'freeze'

/** What becomes of bytes on their way; `hang` stops all that follows them too, and an answer goes back in their place. */
export type Verdict = 'pass' | 'hang' | 'drip' | 'pass and reset' | { answer: string }
/** Decides on the bytes of one connection, in order and for each direction. */
export type Watch = (chunk: Buffer, from: 'client' | 'server') => Verdict | Promise<Verdict>

/**
 * Opens a port in front of a server that breaks connections as networks do.
 * @param watch makes, for each connection, what decides on its bytes
 */
export async function openProxy(port: number, serverPort: number, watch: () => Watch) {
  const sockets = new Set<Socket>()
  let fault: NetworkFault = 'none'
  let listener: Server | undefined

  function keep(socket: Socket) {
    sockets.add(socket)
    return socket
      .setNoDelay()
      .on('error', () => {})
      .on('close', () => sockets.delete(socket))
  }

  function accept(client: Socket) {
    keep(client)
    if (fault === 'silence' || fault === 'freeze') return client.resume()
    const server = keep(connect(serverPort, '127.0.0.1'))
    const decide = watch()
    relay(client, server, (chunk) => decide(chunk, 'client'))
    relay(server, client, (chunk) => decide(chunk, 'server'))
    return client.on('close', () => server.destroy())

    function relay(source: Socket, target: Socket, decideOn: (chunk: Buffer) => ReturnType<Watch>) {
      let queue = Promise.resolve()
      source.on('data', (chunk) => {
        queue = queue.then(async () => {
          const verdict = fault === 'freeze' ? 'hang' : await decideOn(chunk)
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

  async function listen() {
    const opened = createServer(accept)
    listener = opened
    await new Promise<void>((resolve, reject) =>
      opened.on('error', reject).listen(port, '127.0.0.1', resolve),
    )
  }

  async function stopListening() {
    const closing = listener
    listener = undefined
    if (closing) await new Promise((resolve) => closing.close(resolve))
  }

  await listen()
  return {
    /** Treats new connections like this and resets the present ones, or freezes them too. */
    async break(kind: NetworkFault) {
      fault = kind
      if (kind !== 'freeze') for (const socket of sockets) socket.resetAndDestroy()
      if (kind === 'refuse') await stopListening()
      else if (!listener) await listen()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await stopListening()
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
