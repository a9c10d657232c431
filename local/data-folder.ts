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

/** Makes an error of the system about the folder one that names the way out; others stay as they are. */
export function explain(folder: string, error: unknown) {
  const { code, message } = error as NodeJS.ErrnoException
  // Postgres and SQLite give the system's words, not its code.
  const known =
    code && faults[code] ? code : /No space left on device|disk is full/.test(message) ? 'ENOSPC' : ''
  return known ? folderError(folder, `${faults[known]}`, error) : undefined
}

/** Makes the folder where it is missing. Throws an error that names the folder, its fault and the way out. */
export async function makeFolder(folder: string) {
  await mkdir(folder, { recursive: true }).catch((error) => {
    throw explain(folder, error) ?? error
  })
}
