import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { dataFolder, makeFolder } from '../../../machine/data-folder.ts'

/**
 * Does nothing if there is no browser. Other users of this machine can read the arguments of every process,
 * and the address contains the key, so the browser gets a file that leads there.
 */
export async function openBrowser(address: string) {
  const { env } = process
  const opener = openerOf(env)
  if (!opener) return
  try {
    const folder = dataFolder({ LOCAL_DATA_DIR: env.LOCAL_DATA_DIR })
    await makeFolder(folder)
    const file = path.join(folder, 'open-desk.html')
    const page = `<!doctype html><meta charset="utf-8"><title>Desk</title><meta http-equiv="refresh" content="0; url=${address}">`
    await writeFile(file, page, { mode: 0o600 })
    const [program, ...args] = [...opener, pathToFileURL(file).href]
    spawn(program, args, { stdio: 'ignore', detached: true })
      .on('error', () => {})
      .unref()
  } catch {
    // The address is also printed.
  }
}

function openerOf({ DISPLAY, WAYLAND_DISPLAY }: NodeJS.ProcessEnv): [string, ...string[]] | undefined {
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  if (process.platform === 'darwin') return ['open']
  return DISPLAY || WAYLAND_DISPLAY ? ['xdg-open'] : undefined
}
