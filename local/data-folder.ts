import { mkdir } from 'node:fs/promises'

const faults: Record<string, string> = {
  EACCES: 'may not be written by this user; change its owner or permissions',
  EPERM: 'may not be written by this user; change its owner or permissions',
  EROFS: 'is on a disk that is mounted read-only',
  EEXIST: 'is a file, not a folder; move the file away',
  ENOTDIR: 'is below a file, not a folder; move that file away',
  ENOSPC: 'is on a disk that is full; make room',
  EDQUOT: 'is on a disk whose quota for this user is used up; make room',
}

/** An error that names the data folder, its fault and the way out. */
export const folderError = (folder: string, fault: string, cause?: unknown) =>
  new Error(`The data folder ${folder} ${fault}, or set LOCAL_DATA_DIR to another folder`, { cause })

/** Returns an error that names the way out for what the system says of the folder; undefined for any other error. */
export function explain(folder: string, error: unknown) {
  const { code = '', errno, message = '' } = error as NodeJS.ErrnoException
  // Postgres gives the system's words instead of its code, and Emscripten its own number.
  const isFull = errno === 51 || /No space left on device/.test(message)
  const fault = faults[isFull ? 'ENOSPC' : code]
  return fault ? folderError(folder, fault, error) : undefined
}

/** Makes the folder where it is missing. Throws an error that names the folder, its fault and the way out. */
export async function makeFolder(folder: string) {
  await mkdir(folder, { recursive: true }).catch((error) => {
    throw explain(folder, error) ?? error
  })
}
