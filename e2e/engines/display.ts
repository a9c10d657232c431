import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** If there is none, starts the virtual display Xvfb. */
export async function startDisplay(): Promise<{ name: string; close: () => void }> {
  const { DISPLAY } = process.env
  if (DISPLAY) return { name: DISPLAY, close: () => {} }
  const server = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x1024x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [number] = await once(server.stdout, 'data')
  return { name: `:${String(number).trim()}`, close: () => server.kill() }
}
