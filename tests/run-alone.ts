import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { lockPort, stackPorts } from '../e2e/ports.ts'
import { accepts } from '../local/service.ts'

const root = path.join(import.meta.dirname, '..')

/**
 * Waits until no other run of the tests uses the ports. If another program uses one of them, it says so and ends this
 * process.
 */
export async function runAlone(): Promise<void> {
  const server = createServer((socket) => socket.on('error', () => {}).end(`The tests of ${root}`))
  server.unref()
  let isTold = false
  for (;;) {
    server.listen(lockPort, '127.0.0.1')
    const isFree = await Promise.race([
      once(server, 'listening').then(() => true),
      once(server, 'error').then(() => false),
    ])
    if (isFree) break
    const holder = await holderOf(lockPort)
    if (!holder.startsWith('The tests of ')) refuse(lockPort)
    if (!isTold) console.info(`${holder} run now; waiting until they end.`)
    isTold = true
    await pause(1_000)
  }
  for (const port of Object.values(stackPorts).map(Number)) if (await accepts(port)) refuse(port)
}

const holderOf = (port: number) => text(connect(port, '127.0.0.1')).catch(() => '')

function refuse(port: number): never {
  console.error(
    `Port ${port} is in use, and the tests need it: end the program that listens there, then run again.`,
  )
  process.exit(1)
}
