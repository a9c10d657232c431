import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/**
 * The ways in which a network fails. With `refuse`, it accepts no connections. With `freeze`, it holds all bytes
 * back.
 */
export type NetworkFault = 'none' | 'refuse' | 'freeze'

/**
 * What a proxy does with bytes. With `hang`, it drops these bytes and all later ones. With `drip`, it forwards one
 * byte a second. With `answer`, it replies in place of the server.
 */
export type Verdict = 'pass' | 'hang' | 'drip' | 'pass and reset' | { answer: string }
/**
 * Decides what to do with the next bytes of a connection. In each direction, the bytes come in the order in which
 * they were sent.
 */
export type Watch = (chunk: Buffer, from: 'client' | 'server') => Verdict | Promise<Verdict>

/**
 * Opens a TCP proxy that can break connections in the same ways as a network. For each connection, it calls `watch`
 * to get a new Watch.
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
          // If the client has been killed in the meantime, the server must not get these bytes.
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
    /**
     * Resets all open connections, and makes new connections fail in this way. A freeze is different, because it only
     * pauses all connections until it ends.
     */
    async break(kind: NetworkFault) {
      if (kind !== 'freeze' && fault !== 'freeze') for (const socket of sockets) socket.resetAndDestroy()
      thaw.resolve()
      thaw = Promise.withResolvers()
      fault = kind
      if (kind === 'refuse') listener.close()
      else if (!listener.listening) await listen()
    },
    [Symbol.dispose]() {
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

/** Returns breakpoints for HTTP calls. `watch` is for the proxy, and `hold` sets a breakpoint. */
export function createBreakpoints() {
  let held: { path: string; stage: string; arrive: () => void; released: Promise<void> } | undefined
  return {
    watch(): Watch {
      let path = ''
      return async (chunk, from): Promise<Verdict> => {
        if (from === 'client') path = /^[A-Z]+ (\S+) HTTP/.exec(chunk.toString('latin1'))?.[1] ?? path
        const stage = from === 'client' ? 'before' : 'after'
        if (held?.stage === stage && path.endsWith(held.path)) {
          held.arrive()
          await held.released
        }
        return 'pass'
      }
    },
    /**
     * Stops every request to a path, either `before` the server gets it or `after` the server has answered it.
     * `reached` resolves as soon as a request has been stopped.
     */
    hold(path: string, stage: 'before' | 'after') {
      const first = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      held = { path, stage, arrive: first.resolve, released: released.promise }
      return {
        reached: first.promise,
        release() {
          held = undefined
          released.resolve()
        },
      }
    },
  }
}

const commands = ['rcpt', 'data'] as const
/** A step of an SMTP session. It is a command, the reply to the whole message (`received`), or any other reply. */
export type SmtpStep = (typeof commands)[number] | 'received' | 'reply'
/** Decides what the proxy does at this step of an SMTP session. */
export type SmtpScript = (step: SmtpStep) => Verdict

/**
 * Returns what a proxy needs in order to follow a script in front of a mail server. As long as there is no script,
 * the proxy forwards everything.
 */
export function createScriptedSmtp() {
  let script: SmtpScript = () => 'pass'
  return {
    follow(next: SmtpScript) {
      script = next
    },
    watch(): Watch {
      let inMessage = false
      let tail = ''
      return (chunk, from) => {
        const text = chunk.toString('latin1')
        if (from === 'client') {
          if (inMessage) tail = (tail + text).slice(-5)
          const command = inMessage ? undefined : commands.find((name) => text.toLowerCase().startsWith(name))
          return command ? script(command) : 'pass'
        }
        const verdict = script(tail === '\r\n.\r\n' ? 'received' : 'reply')
        inMessage = text.startsWith('354')
        tail = ''
        // Removes PIPELINING from the extensions that the server offers. The client then sends only one command at a
        // time.
        return verdict === 'pass' ? { answer: text.replace(/^250-PIPELINING\r\n/m, '') } : verdict
      }
    },
  }
}
