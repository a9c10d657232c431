import { chmod, mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { driveRemedy, warnIfOpen } from './windows-drive.ts'

/** LOCAL_DATA_DIR, by default `.local`. */
export const dataFolder = ({ LOCAL_DATA_DIR }: { LOCAL_DATA_DIR?: string | undefined }) =>
  path.resolve(LOCAL_DATA_DIR || '.local')

export function folderError(folder: string, fault: string, cause?: unknown) {
  const remedy = driveRemedy(folder, (cause as { code?: string } | undefined)?.code)
  const sentence = `The data folder ${folder} ${fault}, or set LOCAL_DATA_DIR to another folder`
  return new Error([sentence, remedy].filter(Boolean).join('. '), { cause })
}

const warned = new Set<string>()

/** Closed to other users of the machine, or a line says that it is open. Throws a `folderError`. */
export async function makeFolder(folder: string) {
  try {
    await mkdir(folder, { recursive: true })
    const { mode } = await stat(folder)
    if (mode & 0o077) await chmod(folder, mode & 0o700)
    const warning = warnIfOpen(folder)
    if (warning && !warned.has(folder)) console.warn(warning)
    warned.add(folder)
  } catch (error) {
    throw folderError(folder, `cannot be created (${(error as { code?: string }).code}); fix that`, error)
  }
}
