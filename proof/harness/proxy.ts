import { connect, createServer, type Server, type Socket } from 'node:net'

/** What happens to a connection: passed on, refused, taken and never answered, or half-open (also the present ones). */
export type TcpFault = 'none' | 'refuse' | 'silence' | 'freeze'

export type TcpFaultProxy = ReturnType<typeof createTcpFaultProxy>

/** A port in front of a server that can break connections the way networks do. */
export function createTcpFaultProxy(port: number) {
  const sockets = new Set<Socket>()
  let upstreamPort = 0
  let fault: TcpFault = 'none'
  let server: Server | undefined

  function keep(socket: Socket) {
    sockets.add(socket)
    socket.setNoDelay()
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    return socket
  }

  function accept(client: Socket) {
    keep(client)
    if (fault === 'silence' || fault === 'freeze') return client.resume()
    const upstream = keep(connect(upstreamPort, '127.0.0.1'))
    client.pipe(upstream).pipe(client)
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
    return client
  }

  async function listen() {
    server = createServer(accept)
    await new Promise<void>((resolve, reject) => {
      server?.on('error', reject).listen(port, '127.0.0.1', resolve)
    })
  }

  async function stopListening() {
    const closing = server
    server = undefined
    if (closing) await new Promise<void>((resolve) => void closing.close(() => resolve()))
  }

  return {
    port,
    /** Points new connections to another server. */
    pointTo(target: number) {
      upstreamPort = target
    },
    /** Breaks what is open and treats new connections like this. A refused port is one that nobody listens on. */
    async break(kind: TcpFault) {
      fault = kind
      if (kind === 'freeze') for (const socket of sockets) socket.unpipe().pause()
      else for (const socket of sockets) socket.resetAndDestroy()
      if (kind === 'refuse') await stopListening()
      else if (!server) await listen()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await stopListening()
    },
  }
}
